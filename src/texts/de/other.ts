import type { OtherTexts } from "../en/other.ts";

export const otherTexts = {
  notice: "Hinweis",
  credits: {
    title: "Bildnachweise",
    some: "Diese Bilder haben andere aufgenommen; wir danken ihnen dafür. Alle übrigen Bilder auf dieser Website sind unsere eigenen.",
    none: "Alle Bilder auf dieser Website sind unsere eigenen.",
  },
  notFound: {
    title: "404 – Seite nicht gefunden",
    lead: "Diese Seite gibt es nicht.",
    text: "Mit dieser Schaltfläche kommen Sie zur Startseite.",
  },
} satisfies OtherTexts;
