import type { Language } from "../language/language.ts";

/** The fields that a template may contain; values are never interpreted as templates. */
export const TEMPLATE_FIELDS = {
  guestName: "The guest's name",
  guestFirstName: "The guest's first name",
  cottage: "The cottage's name",
  reference: "The booking's reference",
  checkIn: "The day of arrival, such as Saturday, December 5, 2026",
  checkInTime: "The time from which guests can check in, such as 2:00 PM",
  checkOut: "The day of departure",
  checkOutTime: "The time by which guests must leave",
  nights: "The number of nights, such as 3 nights",
  guests: "The number of guests, such as 2 guests",
  total: "The price of the stay, such as $450.00",
  payment:
    "What guests pay and when, as you wrote it under Content; for a stay that is paid online, what has been paid and what is due",
  changes: "What has changed since the guest was last notified, such as 3 guests (was 2 guests)",
  fee: "The highest cancellation fee, such as $150.00; once the stay is cancelled, the fee that applies",
  address: "The street address",
  directions: "How to get there",
  arrivalNotes: "The check-in instructions; shown only from 3 days before check-in until check-out",
  wifiPassword: "The WiFi password; shown only from 3 days before check-in until check-out",
  hostPhone: "Your telephone number",
  hostEmail: "Your email address",
  bookingLink: "The link to the guest's own page",
  ratingLink: "The link to the page on which the guest rates the stay",
} as const;
export type TemplateField = keyof typeof TEMPLATE_FIELDS;
/**
 * The value of a field: plain text, or an object with the text, its HTML if it contains Markdown, and its language if
 * that differs from the message's.
 */
export type FieldValue = string | { text: string; html?: string | undefined; lang?: Language | undefined };
/** `null` means unknown: a line that contains such a field is left out. */
export type FieldValues = Record<TemplateField, FieldValue | null>;

const LINKS: readonly TemplateField[] = ["bookingLink", "ratingLink"];

/**
 * A piece of a paragraph. `link` is set if the text is one of our URLs, `html` if the piece is more than plain text,
 * and `lang` if the language of the piece differs from that of the message.
 */
export type Piece = { text: string; link: boolean; html?: string | undefined; lang?: Language | undefined };
/** A message before it is formatted for a delivery method. */
export type MessageContent = { subject: string; paragraphs: Piece[][] };

export type Template = { subject: string; body: string };

const PLACEHOLDER = /\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}/g;

function isField(name: string): name is TemplateField {
  return Object.hasOwn(TEMPLATE_FIELDS, name);
}

/** The unknown field names in braces, each listed once. */
export function unknownFields(text: string, known: readonly string[] = Object.keys(TEMPLATE_FIELDS)): string[] {
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
  return [...new Set(names.filter((name) => !known.includes(name)))];
}

/** Inserts the values in one pass, so braces in a guest's text are not interpreted. */
export function fill({ subject, body }: Template, values: Readonly<Record<string, FieldValue | null>>): MessageContent {
  const paragraphs = body
    .split(/\r?\n[ \t]*\r?\n/)
    .map((paragraph) => pieces(withoutUnknown(paragraph, values), values).filter(({ text }) => text !== ""))
    .filter((paragraph) => paragraph.some(({ text }) => text.trim() !== ""));
  const title = pieces(subject, values).map(({ text }) => text);
  return { subject: oneLine(title.join("")), paragraphs };
}

/** A message with finished text; no part of it is a template. A link comes last, in its own paragraph. */
export function contentOf(subject: string, lines: readonly string[], link: string | null): MessageContent {
  const paragraphs = lines.filter((line) => line.trim() !== "").map((text) => [{ text, link: false }]);
  return { subject: oneLine(subject), paragraphs: link ? [...paragraphs, [{ text: link, link: true }]] : paragraphs };
}

export function plainText({ paragraphs }: MessageContent): string {
  return `${paragraphs.map((paragraph) => paragraph.map(({ text }) => text).join("")).join("\n\n")}\n`;
}

function pieces(text: string, values: Readonly<Record<string, FieldValue | null>>): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    const [whole, name = ""] = match;
    found.push({ text: text.slice(end, match.index), link: false });
    if (isField(name)) found.push({ ...words(values[name] ?? ""), link: LINKS.includes(name) });
    else found.push({ text: whole, link: false });
    end = match.index + whole.length;
  }
  return [...found, { text: text.slice(end), link: false }];
}

/** Lines that contain a field whose value is unknown are left out, because "Call us at " helps nobody. */
function withoutUnknown(paragraph: string, values: Readonly<Record<string, FieldValue | null>>): string {
  const isUnknown = (line: string) => [...line.matchAll(PLACEHOLDER)].some(([, name = ""]) => values[name] === null);
  return paragraph
    .split("\n")
    .filter((line) => !isUnknown(line))
    .join("\n");
}

function words(value: FieldValue): Exclude<FieldValue, string> {
  return typeof value === "string" ? { text: value } : value;
}

type Block = Piece[] | { html: string; lang?: Language | undefined };

/** A rendered paragraph: runs of text, and between them HTML with its own paragraphs and lists. */
export function blocksOf(paragraph: readonly Piece[]): Block[] {
  const blocks: Block[] = [];
  for (const piece of paragraph) {
    const last = blocks.at(-1);
    if (piece.html !== undefined && /<(?:p|ul|ol)\b/.test(piece.html))
      blocks.push({ html: piece.html, lang: piece.lang });
    else if (Array.isArray(last)) last.push(piece);
    else blocks.push([piece]);
  }
  return blocks;
}

/** An email header must be a single line, whatever was typed into a name. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}
