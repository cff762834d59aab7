import type { PriceDocument } from "#domain/pricing/price-document.ts";
import { withoutRate, withRate } from "#domain/pricing/stored-prices.ts";
import { versionOf } from "../runtime/version-of.ts";
import { changeContent, type ChangeNeeds, type ChangeResult } from "./change-content.ts";
import type { ContentStore } from "./ports.ts";

export type SavedPrices = { document: PriceDocument; version: string };

export async function readPrices(contents: Pick<ContentStore, "read">): Promise<SavedPrices> {
  const { rateCents, prices } = await contents.read();
  return { document: withRate(prices, rateCents), version: `${versionOf(rateCents)}.${versionOf(prices)}` };
}

/**
 * Saves the prices as a content change, which can be undone like any other change. `version` is the version that the
 * host edited.
 */
export function savePrices(
  needs: ChangeNeeds,
  document: PriceDocument,
  version: string,
  { actor, confirmed }: { actor: string; confirmed: boolean },
): Promise<ChangeResult> {
  const after = { rateCents: document.everyNight.priceCents, prices: withoutRate(document) };
  const [rateCents = "", prices = ""] = version.split(".");
  const how = { act: "Changed the prices", confirmed };
  return changeContent(needs, () => ({ ok: true, after }), { rateCents, prices }, actor, how);
}
