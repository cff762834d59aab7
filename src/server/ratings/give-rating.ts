import { momentOf } from "#domain/calendar/time-zone.ts";
import { refuseRating, type Stars } from "#domain/messaging/rating.ts";
import type { Clock } from "../runtime/clock.ts";
import type { RatedStay, RatingStore, NotifyHost } from "./ports.ts";

type Needs = { ratings: RatingStore; clock: Clock; notifyHost: NotifyHost };

/** Keeps what a guest says of a stay, and tells the host; a sentence where the stay cannot be rated. */
export async function giveRating(
  { ratings, clock, notifyHost }: Needs,
  stay: RatedStay,
  { stars, words }: { stars: Stars; words: string },
): Promise<string | null> {
  const at = clock();
  const refused = refusal(stay, at);
  if (refused) return refused;
  await ratings.give({ bookingId: stay.bookingId, stars, words, at }, (trx) =>
    notifyHost(trx, {
      // One letter an hour at most: a guest may change their mind as often as they like.
      key: `rating/${stay.bookingId}/${at.toISOString().slice(0, 13)}`,
      subject: `${stars} of 5 stars from ${stay.guestName}, ${stay.reference}`,
      lines: [words || "Without words.", "You can show the words on your site."],
      link: "/admin/messaging#ratings",
    }),
  );
  return null;
}

export function refusal(stay: RatedStay, now: Date): string | null {
  const departure = momentOf(stay.checkOut, stay.checkOutBy, stay.timeZone);
  return refuseRating({ status: stay.status, departure }, stay.given, now);
}
