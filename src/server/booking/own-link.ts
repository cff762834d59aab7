import { createHmac } from "node:crypto";

/**
 * The secret of a guest's own link: 256 bits derived from the installation's key, so that the same link can be emailed
 * again and the database contains no list of valid links. Incrementing the link's generation number creates a new link
 * and invalidates the old one.
 *
 * The link in a WhatsApp message has a different secret, also derived from `phone`, because only a link that we emailed
 * shows that the guest can read email sent to the address, and because the link must stop working when a mistyped
 * number is corrected.
 */
export function linkSecret(key: string, bookingId: string, generation: number, phone?: string): string {
  const number = phone === undefined ? "" : `.whatsapp.${phone.replaceAll(/\D/g, "")}`;
  const signed = `${bookingId}.${generation}${number}`;
  return createHmac("sha256", Buffer.from(key, "base64url")).update(signed).digest("base64url");
}

/** Opening this path sets a cookie and redirects to the URL without the secret. */
export function linkPath(bookingId: string, secret: string): string {
  return `/booking/link/${bookingId}/${secret}`;
}
