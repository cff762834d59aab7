/** `docs/languages.md` says how to have a translation checked. */
export const UNCHECKED_TRANSLATION = "No native speaker has checked our translation yet.";
