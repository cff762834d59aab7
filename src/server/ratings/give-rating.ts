import type { BaseNeeds } from "../core/base-needs.ts";
import { guestActTopic } from "#domain/messaging/guest-act-topic.ts";
import { momentOf, type LocalTime, type TimeZone } from "#domain/calendar/time-zone.ts";
import { type RatingRefusal, refuseRating, type Stars, type Rating } from "#domain/messaging/rating.ts";
import type { Trx } from "../database/transaction.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";

export type RatedStay = {
  bookingId: string;
  linkGeneration: number;
  reference: string;
  cottage: string;
  guestName: string;
  checkIn: LocalDate;
  checkOut: LocalDate;
  status: BookingStatus;
  checkOutBy: LocalTime;
  timeZone: TimeZone;
  given: Rating | null;
};

export type Span = { from: LocalDate; to: LocalDate };
export type Given = { bookingId: string; linkGeneration: number; stars: Stars; words: string; at: Date };

type Needs = Pick<BaseNeeds, "clock" | "notifyHost"> & {
  ratings: {
    give: (given: Given, during: (trx: Trx, change: { unpublished: boolean }) => Promise<void>) => Promise<boolean>;
  };
};

/** Stores a guest's rating of a stay and notifies the host. If the stay cannot be rated, returns the reason. */
export async function giveRating(
  { ratings, clock, notifyHost }: Needs,
  stay: RatedStay,
  { stars, words }: { stars: Stars; words: string },
): Promise<RatingRefusal | "link-ended" | null> {
  const at = clock();
  const refused = refusal(stay, at);
  if (refused) return refused;
  const { bookingId, linkGeneration } = stay;
  const given = await ratings.give({ bookingId, linkGeneration, stars, words, at }, (trx, { unpublished }) =>
    notifyHost(trx, {
      // At most one email a day for each number of stars: a guest must not be able to use up the daily limit on emails
      // about guests' actions. Each publication of a review also allows one email about its removal.
      key: unpublished
        ? `rating/${stay.bookingId}/unpublished/${at.toISOString()}`
        : `rating/${stay.bookingId}/${stars}/${at.toISOString().slice(0, 10)}`,
      subject: `${stars} of 5 stars from ${stay.guestName}, ${stay.reference}`,
      lines: [
        words || "No comment.",
        ...(unpublished ? ["We removed the previous review from your site, because the guest changed it."] : []),
        ...(words ? ["You can show the review on your site."] : []),
      ],
      link: "/admin/messaging#ratings",
      topic: `${guestActTopic(stay.bookingId)}/rating`,
    }),
  );
  return given ? null : "link-ended";
}

export function refusal(stay: RatedStay, now: Date): RatingRefusal | null {
  const departure = momentOf(stay.checkOut, stay.checkOutBy, stay.timeZone);
  return refuseRating({ status: stay.status, departure }, stay.given, now);
}
