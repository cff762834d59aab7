import type { PhotoCategory } from "../property/site-content.ts";

/** Words in file names and titles that suggest a category; the first match counts. */
const WORDS: [PhotoCategory, RegExp][] = [
  ["Bathroom", /\b(bath|shower|toilet|washroom|wc)/i],
  ["Bedroom", /\b(bed|sleep|twin room|double room)/i],
  ["Kitchen", /\b(kitchen|dining|breakfast|stove|cook)/i],
  ["Garden", /\b(garden|lawn|orchard|tea bush|flower|tree|yard)/i],
  ["Exterior", /\b(outside|exterior|front|facade|veranda|verandah|terrace|porch|balcony|gate|house|cottage|view)/i],
  ["Amenities", /\b(pool|parking|wifi|fireplace|barbecue|bbq|laundry|washing|sauna|hot tub)/i],
  ["Interior", /\b(living|sitting|lounge|hall|interior|inside|sofa|stairs)/i],
];

export function suggestedCategory(words: string): PhotoCategory | null {
  return WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

/**
 * File names from cameras and messengers: `IMG_1234`, `PXL_20260801_101112`, `WhatsApp Image 2026-08-01 at 10.11.12`.
 */
const BY_MACHINE =
  /^(img|dscn?|dscf|dji|pxl|mvimg|gopr|pict?|photo|image|bild|foto|screenshot|signal|whatsapp image|unnamed|download|untitled)?[\s\d().~:-]*(at[\s\d().:-]*)?((am|pm|hdr|edited|copy|portrait|mp|burst|cover)[\s\d()-]*)?$/i;

/**
 * A title made from the name of a file, if a person has named the file: `veranda-at_sunrise.jpg` gives "Veranda at
 * sunrise".
 */
export function titleFromFileName(name: string): string {
  const words = name
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    .replaceAll(/[_\s-]+/g, " ")
    .trim();
  const isWords = /\p{L}{3}/u.test(words) && !/[0-9a-f]{8}/i.test(words) && !BY_MACHINE.test(words);
  return isWords ? (words[0] ?? "").toUpperCase() + words.slice(1, 120) : "";
}
