import type { Mount } from "../http/mount.ts";
import { mountPricing, type PriceStorage, type PricingRouteNeeds } from "./routes.ts";

export function createPricingModule(needs: Omit<PricingRouteNeeds, "storage">) {
  return { mount: (mount: Mount, storage: PriceStorage) => mountPricing(mount, { ...needs, storage }) };
}
