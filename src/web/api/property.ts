import { propertyById, publicProperties, siteContent } from "#contract/property.ts";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { queryOf } from "./client.ts";

export const propertiesQuery = queryOf(publicProperties, {});
export const propertyQuery = queryOf(propertyById, { params: { id: String(PROPERTY_ID) } });
export const siteQuery = queryOf(siteContent, {});
