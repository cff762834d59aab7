import type { LocalTime, TimeZone } from "#domain/calendar/time-zone.ts";
import type { Cents } from "#domain/money/money.ts";
import type { Property, PropertySecrets } from "#domain/property/property.ts";
import type { SiteContent } from "#domain/property/site-content.ts";

export type StoredProperty = Property & { timeZone: TimeZone };

export type PropertyStore = {
  /** The cottage without its secrets; null before the first start has finished. */
  read: () => Promise<StoredProperty | null>;
  /** The few facts that a sale needs, without the texts. */
  readTerms: () => Promise<{ rateCents: Cents; timeZone: TimeZone; checkInTime: LocalTime }>;
  readSite: () => Promise<SiteContent>;
  /** Every stored text in which the address of a picture may stand. */
  contentTexts: () => Promise<string[]>;
  /** Writes what is not there yet, and leaves what the host has made of it alone. */
  addIfEmpty: (property: StoredProperty & PropertySecrets, site: SiteContent) => Promise<void>;
};
