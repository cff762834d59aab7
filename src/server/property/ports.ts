import type { LocalTime, TimeZone } from "#domain/calendar/time-zone.ts";
import type { Content } from "#domain/property/content.ts";
import type { PriceDocument } from "#domain/pricing/price-document.ts";
import type { Property, PropertySecrets } from "#domain/property/property.ts";
import type { SiteContent } from "#domain/property/site-content.ts";
import type { Trx } from "../database/transaction.ts";

export type StoredProperty = Property & { timeZone: TimeZone };

export type PropertyStore = {
  /** The cottage without its secrets; null before the first start has finished. */
  read: () => Promise<StoredProperty | null>;
  /** The few facts that a sale needs besides the prices, without the texts. */
  readTerms: () => Promise<{ timeZone: TimeZone; checkInTime: LocalTime }>;
  /** What nights cost and which stays can be booked. */
  readPrices: () => Promise<PriceDocument>;
  /** For guests whose stay is near. */
  readSecrets: () => Promise<PropertySecrets>;
  readSite: () => Promise<SiteContent>;
  /** Every stored text in which the address of a picture may stand. */
  contentTexts: () => Promise<string[]>;
  /** Writes what is not there yet, and leaves what the host has made of it alone. */
  addIfEmpty: (property: StoredProperty & PropertySecrets, site: SiteContent) => Promise<void>;
};

/** One save: the changed fields as they were and as they became. */
export type ContentChange = {
  id: string;
  at: Date;
  actor: string;
  before: Partial<Content>;
  after: Partial<Content>;
};

export type ContentStore = {
  read: () => Promise<Content>;
  /** One transaction at a time: nobody else writes content between what `work` is given and what it writes. */
  alone: <R extends { ok: boolean }>(work: (trx: Trx, present: Content) => Promise<R>) => Promise<R>;
  write: (trx: Trx, after: Partial<Content>) => Promise<void>;
  remember: (trx: Trx, change: ContentChange) => Promise<void>;
  findChange: (id: string) => Promise<ContentChange | null>;
  /** Whether the host has ever saved one of these fields. */
  everChanged: (fields: readonly (keyof Content)[]) => Promise<boolean>;
};

/** Of these addresses those whose pictures have been thrown away. */
export type MissingPictures = (addresses: string[]) => Promise<string[]>;

/** Undoes a change that was none of the content's own: of a picture's details or an image of an attraction. */
export type UndoPicture = (
  changeId: string,
  actor: string,
) => Promise<
  | { ok: true; changeId: string | null }
  | { ok: false; reason: "unknown" | "undone-already" | "said-otherwise-since" | "picture-gone" }
>;

export type RecordAct = (
  act: {
    actor: string;
    act: string;
    subject: string;
    before: Record<string, unknown>;
    after: Record<string, unknown>;
    changeId: string;
  },
  within: Trx,
) => Promise<void>;
