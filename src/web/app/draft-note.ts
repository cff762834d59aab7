/** Shown before every page in an unpublished language; its readers are the host, or a translator. */
export const draftNote =
  `<aside lang="en" aria-label="Draft" class="border-b border-line-strong bg-sunken px-5 py-2 text-center text-sm text-ink print:hidden">` +
  `Draft: this language is not switched on. Guests don't see a link to this page, and search engines don't list it.</aside>`;
