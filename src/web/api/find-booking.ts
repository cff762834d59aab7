import { readLinkDelivery } from "#contract/own-stay.ts";
import { queryOf } from "./client.ts";

export const linkDeliveryQuery = queryOf(readLinkDelivery, {});
