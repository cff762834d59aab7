import { counted } from "#domain/text/counted.ts";
import * as contract from "#contract/prices.ts";
import type { SavedPrices } from "#contract/prices.ts";
import { WINDOW_DAYS } from "#domain/booking/limits.ts";
import { addDays } from "#domain/calendar/local-date.ts";
import type { PriceDocument } from "#domain/pricing/price-document.ts";
import { feeProblem } from "#domain/pricing/document-problems.ts";
import { unusualCode } from "#domain/pricing/unusual-prices.ts";
import { textsIn } from "#texts/server-texts.ts";
import { actorOf } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { askToConfirm, notFound, Problem } from "../http/problem.ts";
import type { GuessLimit, RateLimit } from "../http/rate-limit.ts";
import { requestQuote, type QuoteNeeds, type QuoteResult } from "./ask-quote.ts";
import { type CodeNeeds, type CodeResult, removeCode, saveCode } from "./change-codes.ts";
import { listCodes } from "./code-queries.ts";

/** The prices as the host edits them, wherever they are stored. */
export type PriceStorage = {
  read: () => Promise<{ document: PriceDocument; version: string }>;
  save: (
    document: PriceDocument,
    version: string,
    by: { actor: string; confirmed: boolean },
  ) => Promise<{ changeId: string | null } | Problem>;
};

export type PricingRouteNeeds = QuoteNeeds &
  CodeNeeds & { storage: PriceStorage; limits: { quotes: RateLimit; codes: GuessLimit } };

/** The largest discount applies, so an accepted code may be neither used nor counted. */
const acceptedAs = (quote: QuoteResult["quote"]) =>
  quote?.discount && quote.discount.reason !== "code" ? "larger-discount" : "code-accepted";

export function mountPricing(mount: Mount, needs: PricingRouteNeeds): void {
  const { storage, limits } = needs;

  mount(
    contract.publicPrices,
    async () => ({ prices: await needs.prices(), today: await needs.today() }),
    limits.quotes,
    {
      sameForAll: true,
      cacheable: true,
    },
  );

  mount(
    contract.quoteStay,
    async ({ body }, call) => {
      const { refusals } = textsIn(call.language);
      const code = body.code || null;
      const stay = { checkIn: body.checkInDate, checkOut: body.checkOutDate };
      const { browserHash } = call;
      const request = () => requestQuote(needs, { stay, guests: body.guestCount, code, browserHash });
      const result = code
        ? await limits.codes(call.networkHash, request, ({ codeRefusal }) => !codeRefusal?.isWrong)
        : await request();
      if (result instanceof Problem) return result;
      const { quote, refusal, nearest, codeRefusal } = result;
      return {
        quote: quote && {
          ...quote,
          cancellation: quote.cancellation.map(({ from, amountCents }) => ({ from: from.toISOString(), amountCents })),
        },
        refusal: refusal && { rule: refusal.rule, message: refusals["stay-refused"]({ refusal }) },
        nearest: nearest.map(({ checkIn, checkOut, totalCents }) => ({
          checkInDate: checkIn,
          checkOutDate: checkOut,
          totalCents,
        })),
        // Without a price, a good code has not been applied to anything.
        code:
          code === null || !(codeRefusal || quote)
            ? null
            : { accepted: codeRefusal === null, message: refusals[codeRefusal?.reason ?? acceptedAs(quote)] },
      };
    },
    limits.quotes,
  );

  const view = async (): Promise<SavedPrices> => {
    const [{ document, version }, codes, today, { timeZone, checkInTime }] = await Promise.all([
      storage.read(),
      listCodes(needs.database.db),
      needs.today(),
      needs.arrival(),
    ]);
    const taken = await needs.takenNights(addDays(today, -1), addDays(today, WINDOW_DAYS.max + 1));
    return { prices: document, version, codes, today, timeZone, checkInTime, taken };
  };

  mount(contract.readPrices, view);

  mount(contract.savePrices, async ({ body }, call) => {
    const { prices, version, confirmed } = body;
    const saved = await storage.save(prices, version, { actor: await actorOf(call), confirmed });
    return saved instanceof Problem ? saved : { ...(await view()), ...saved };
  });

  mount(contract.saveCode, async ({ params, body: { confirmed, ...terms } }, call) => {
    const code = { code: params.code, ...terms };
    const { document } = await storage.read();
    const problem = "amountCents" in code.discount && feeProblem(code.discount.amountCents, document.currency);
    if (problem) return new Problem(400, problem);
    const unusual = unusualCode(code, document, await needs.today());
    const by = { actor: await actorOf(call), currency: document.currency };
    return responseTo(await saveCode(needs, code, { ...by, isUnusual: unusual.length > 0, confirmed }), unusual);
  });

  mount(contract.removeCode, async ({ params }, call) => {
    const { currency } = (await storage.read()).document;
    return responseTo(await removeCode(needs, params.code, { actor: await actorOf(call), currency }));
  });

  async function responseTo(result: CodeResult, unusual: string[] = []): Promise<SavedPrices | Problem> {
    if (result.ok) return view();
    switch (result.reason) {
      case "unknown":
        return notFound("This code does not exist.");
      case "too-many":
        return new Problem(400, "There are too many codes. Remove one first.");
      case "unconfirmed": {
        const { replaced } = result;
        const replacing = replaced && [
          `${replaced.code} already exists and has been used ${counted(replaced.uses, "time")}. Its terms will be replaced.`,
        ];
        return askToConfirm([...(replacing ?? []), ...unusual].join(" "));
      }
    }
  }
}
