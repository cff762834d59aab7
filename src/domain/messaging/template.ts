/** What a template may say of a booking; nothing else can be asked for, and none of it is ever read as a template again. */
export const TEMPLATE_FIELDS = {
  guestName: "The guest's name",
  guestFirstName: "The guest's first name",
  cottage: "The cottage's name",
  reference: "The booking's reference",
  checkIn: "The day of arrival, such as Saturday, December 5, 2026",
  checkInTime: "The time from which guests may come, such as 2:00 PM",
  checkOut: "The day of departure",
  checkOutTime: "The time by which guests leave",
  nights: "The number of nights, such as 3 nights",
  guests: "The number of guests, such as 2 guests",
  total: "The price of the stay, such as $450.00",
  fee: "What a cancellation costs, such as $150.00",
  address: "The street address",
  directions: "How to get there",
  arrivalNotes: "The check-in instructions; shown from 3 days before check-in until check-out only",
  wifiPassword: "The WiFi password; shown from 3 days before check-in until check-out only",
  hostPhone: "Your telephone number",
  hostEmail: "Your e-mail address",
  bookingLink: "The link to the guest's own page",
  ratingLink: "The link to the page on which the guest rates the stay",
} as const;
export type TemplateField = keyof typeof TEMPLATE_FIELDS;
export type FieldValues = Record<TemplateField, string>;

const LINKS: readonly TemplateField[] = ["bookingLink", "ratingLink"];

/** A piece of a paragraph. `link` is set where the text is an address that we made. */
export type Piece = { text: string; link: boolean };
/** A message as its reader gets it, before any channel has dressed it. */
export type Letter = { subject: string; paragraphs: Piece[][] };

export type Template = { subject: string; body: string };

const PLACEHOLDER = /\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}/g;

function isField(name: string): name is TemplateField {
  return Object.hasOwn(TEMPLATE_FIELDS, name);
}

/** Names in braces that are no field, each once. */
export function unknownFields(text: string): string[] {
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
  return [...new Set(names.filter((name) => !isField(name)))];
}

/** Puts the values in, in one pass: what a guest typed stays the text that it is, braces and all. */
export function fill({ subject, body }: Template, values: Readonly<Record<string, string>>): Letter {
  const paragraphs = body
    .split(/\r?\n[ \t]*\r?\n/)
    .map((paragraph) => tidy(pieces(paragraph, values)))
    .filter((paragraph) => paragraph.some(({ text }) => text.trim() !== ""));
  const title = pieces(subject, values).map(({ text }) => text);
  return { subject: oneLine(title.join("")), paragraphs };
}

/** A letter whose words are there already; nothing in it is a template. A link comes last, by itself. */
export function letterOf(subject: string, lines: readonly string[], link: string | null): Letter {
  const paragraphs = lines.filter((line) => line.trim() !== "").map((text) => [{ text, link: false }]);
  return { subject: oneLine(subject), paragraphs: link ? [...paragraphs, [{ text: link, link: true }]] : paragraphs };
}

export function plainText({ paragraphs }: Letter): string {
  return `${paragraphs.map((paragraph) => paragraph.map(({ text }) => text).join("")).join("\n\n")}\n`;
}

function pieces(text: string, values: Readonly<Record<string, string>>): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    const [whole, name = ""] = match;
    found.push({ text: text.slice(end, match.index), link: false });
    if (isField(name)) found.push({ text: values[name] ?? "", link: LINKS.includes(name) });
    else found.push({ text: whole, link: false });
    end = match.index + whole.length;
  }
  return [...found, { text: text.slice(end), link: false }];
}

function tidy(paragraph: Piece[]): Piece[] {
  return paragraph.filter(({ text }) => text !== "");
}

/** A subject is one line, whatever was typed into a name. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}
