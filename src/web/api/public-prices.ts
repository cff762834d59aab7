import { queryOptions } from "@tanstack/react-query";
import type { ResponseBody, CallInput } from "#contract/endpoint.ts";
import type { publicPrices, quoteStay } from "#contract/prices.ts";

// The contract is imported only as a type, because its rules for a whole price document would make the booking page
// larger.
const PRICES: typeof publicPrices.path = "/api/prices";
const QUOTE: typeof quoteStay.path = "/api/quote";

export const publicPricesQuery = queryOptions<ResponseBody<typeof publicPrices>>({ queryKey: [PRICES] });

/** With a discount code, which only the server knows. */
export function quoteQuery(body: CallInput<typeof quoteStay>["body"]) {
  return queryOptions<ResponseBody<typeof quoteStay>>({ queryKey: [QUOTE, body], staleTime: 30_000 });
}
