import type { Language } from "#domain/language/language.ts";

/** An email to the guest of a booking. Only one email is sent per key. `link` is an absolute URL. */
export type GuestMail = {
  key: string;
  /** Null if there is no booking yet. */
  bookingId: string | null;
  to: { name: string; address: string };
  language: Language;
  subject: string;
  lines: string[];
  link?: string;
};
