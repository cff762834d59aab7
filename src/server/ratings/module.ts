import type { Language } from "#domain/language/language.ts";
import { satisfactionOf } from "#domain/messaging/rating.ts";
import { textsIn } from "#texts/server-texts.ts";
import type { Database, Db } from "../database/connect.ts";
import type { Mount } from "../http/mount.ts";
import type { Span } from "./give-rating.ts";
import { ratingToken } from "./rating-link.ts";
import { mountRatings, type RatingRouteNeeds } from "./routes.ts";
import { createRatingStore, linkGeneration, ratingKey } from "./store.ts";

type Needs = Omit<RatingRouteNeeds, "ratings"> & { database: Database };

export function createRatingsModule({ database, ...needs }: Needs) {
  const ratings = createRatingStore(database);
  return {
    mount: (mount: Mount) => mountRatings(mount, { ...needs, ratings }),
    /** The satisfaction figure from SPEC 9, for stays that began in the period; null if there are no ratings. */
    satisfaction: async (span: Span) => satisfactionOf(await ratings.starsIn(span)),
    /**
     * The published reviews as testimonials, with the month and, if the guest gave no name, a general name in the given
     * language; and the average star rating of all stays that took place, published or not.
     */
    published: async (language: Language) => {
      const [stars, shown] = await Promise.all([ratings.allStars(), ratings.published()]);
      const average = satisfactionOf(stars);
      const { formats, house } = textsIn(language);
      return {
        published: shown.map(({ name, words, checkOut, language: wordsLanguage }) => ({
          name: name || house.reviewer.name,
          text: words,
          ...(wordsLanguage === language ? {} : { language: wordsLanguage }),
          source: house.reviewer.source,
          month: formats.month(checkOut),
        })),
        rating: average === null ? null : { average, count: stars.count },
      };
    },
  };
}

/** The path of the page where the guest can rate the stay. */
export async function ratingPath(db: Db, bookingId: string): Promise<string> {
  const generation = (await linkGeneration(db, bookingId)) ?? 1;
  return `/rate/${ratingToken(await ratingKey(db), { bookingId, linkGeneration: generation })}`;
}
