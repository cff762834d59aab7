/** `phone` is empty if the guest did not give a phone number. */
export type Guest = { id: string; name: string; email: string; phone: string };

/** A guest registered by POST /api/guests is deleted after this time unless a booking is made for them. */
export const PROVISIONAL_GUEST_MS = 60 * 60 * 1000;

/** Keeps just enough of the name for guests to recognise their own booking. */
export function maskName(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => `${firstLetter(part)}•••`)
    .join(" ");
}

export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${firstLetter(email)}•••@${firstLetter(email.slice(at + 1))}•••`;
}

export function maskPhone(phone: string): string {
  if (phone === "") return "";
  const digits = phone.replace(/\D/g, "");
  return `•••• ${digits.length >= 7 ? digits.slice(-2) : "••"}`;
}

function firstLetter(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0x2022);
}
