import type { LocalDate } from "../calendar/local-date.ts";
import type { Cents } from "../money/money.ts";
import type { Platform } from "./channel.ts";

/** An imported stay in the host's lists (S-80). Its price is the one that the host entered, or unknown. */
export type ImportedListing = {
  id: string;
  source: Platform;
  /** "Airbnb stay HMABCDEFGH", or "Closed at Airbnb" for nights without a guest. */
  title: string;
  guestName: string;
  code: string;
  link: string;
  phoneDigits: string;
  checkIn: LocalDate;
  checkOut: LocalDate;
  amountCents: Cents | null;
  currency: string;
  firstSeenAt: Date;
  isStay: boolean;
};
