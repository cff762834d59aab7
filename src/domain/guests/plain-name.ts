/** Invisible characters and direction marks; joiners are allowed, because Sinhala and Persian names need them. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}

/**
 * Whether the text has no line breaks or other control characters, which could start a new line in an email header or a
 * calendar.
 */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
}

const LINK_PATTERNS = [
  // https://…, www.…, ann@example.com
  /:\/\/|\bwww\.|@/iu,
  // Matches example.com and bit.ly/x, but not "J.Perera" or "Dr.Perera", which are names.
  /[\p{L}\p{N}-]{3}\.\p{L}{2}/u,
  /\.\p{L}{2,}\//u,
  /\.(?:com|net|org|info|biz|io|co|me|ly|cc|tk|top|xyz|app|dev|link|click)(?![\p{L}\p{N}])/iu,
];

/** Whether a mail program or WhatsApp might turn part of the text into a link. */
export function hasLink(text: string): boolean {
  const dotted = text.normalize("NFKC").replace(/[\u3002\uff0e\uff61]/g, ".");
  return LINK_PATTERNS.some((pattern) => pattern.test(dotted));
}

export const NAME_MAX = 80;

/** Whether a guest may enter this name. Only such a name is used in an email to an address that is not verified. */
export function isPlainName(name: string): boolean {
  const digits = name.match(/\p{Nd}/gu)?.length ?? 0;
  return isOneLine(name) && name.length <= NAME_MAX && !hasLink(name) && digits <= 4;
}
