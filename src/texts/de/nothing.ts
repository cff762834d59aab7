import type { NothingTexts } from "../en/nothing.ts";

export const nothingTexts = {
  loading: "Die Angaben zum Haus werden geladen …",
  error: "Die Angaben zum Haus konnten nicht geladen werden",
  tryLater: "Wir können die Angaben zum Haus gerade nicht laden. Bitte versuchen Sie es später noch einmal.",
  empty: "Im Moment gibt es keine Angaben zum Haus. Bitte schauen Sie später wieder vorbei.",
} satisfies NothingTexts;
