import type { BaseNeeds } from "../core/base-needs.ts";
import { giveRating as giveCall, type GuestRating, listRatings, publishRating, readRating } from "#contract/ratings.ts";
import type { Language } from "#domain/language/language.ts";
import { textsIn } from "#texts/server-texts.ts";
import { actorOf } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { notFound, Problem } from "../http/problem.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import { giveRating, refusal, type RatedStay } from "./give-rating.ts";
import type { RatingStore } from "./store.ts";
import { bookingIn, opens } from "./rating-link.ts";

export type RatingRouteNeeds = Pick<BaseNeeds, "clock" | "record" | "notifyHost"> & {
  ratings: RatingStore;
  limit: RateLimit;
  /** Called when the published reviews may have changed. */
  changed: () => void;
};

export function mountRatings(mount: Mount, needs: RatingRouteNeeds): void {
  const { ratings, clock, limit } = needs;

  async function stayBehind(token: string): Promise<RatedStay | null> {
    const bookingId = bookingIn(token);
    const stay = bookingId && (await ratings.stay(bookingId));
    return stay && opens(await ratings.key(), token, stay) ? stay : null;
  }

  mount(
    readRating,
    async ({ params }, call) => {
      const stay = await stayBehind(params.token);
      return stay ? view(stay, clock(), call.language) : unknownLink();
    },
    limit,
  );

  mount(
    giveCall,
    async ({ params, body }, call) => {
      const stay = await stayBehind(params.token);
      if (!stay) return unknownLink();
      const refused = await giveRating(needs, stay, body);
      if (refused === "link-ended") return unknownLink();
      if (refused) return new Problem(409, { kind: refused });
      if (stay.given?.published) needs.changed();
      const after = await ratings.stay(stay.bookingId);
      return after ? view(after, clock(), call.language) : unknownLink();
    },
    limit,
  );

  mount(listRatings, () => ratings.list());

  mount(publishRating, async ({ params, body }, call) => {
    const actor = await actorOf(call);
    const act = body.published ? "Published a guest's review" : "Unpublished a guest's review";
    if (body.published && body.words.trim() === "") return new Problem(400, "This rating has no text to show.");
    const result = await ratings.publish({ ...body, bookingId: params.bookingId }, (trx, rating) =>
      needs.record({ actor, act, subject: `Booking ${rating.reference}` }, trx),
    );
    if (result === "unknown") return notFound("This rating does not exist.");
    if (result === "changed") {
      return new Problem(409, "The guest has changed the text in the meantime. Read the new version, then try again.");
    }
    if (result === "not-stayed") return new Problem(409, "This stay did not take place, so its review can't be shown.");
    needs.changed();
    return result;
  });
}

const unknownLink = () => notFound({ kind: "unknown-rating-link" });

function view(stay: RatedStay, now: Date, language: Language): GuestRating {
  const { given } = stay;
  const refused = refusal(stay, now);
  return {
    cottage: stay.cottage,
    firstName: stay.guestName.trim().split(/\s+/)[0] ?? "",
    checkInDate: stay.checkIn,
    checkOutDate: stay.checkOut,
    given: given && { stars: given.stars, words: given.words },
    refused: refused && textsIn(language).refusals[refused],
  };
}
