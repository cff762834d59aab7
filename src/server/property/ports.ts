import type { TimeZone } from "#domain/calendar/time-zone.ts";
import type { Language } from "#domain/language/language.ts";
import type { Content, ContentField } from "#domain/property/content.ts";
import type { Written } from "#domain/property/host-texts.ts";
import type { Property } from "#domain/property/property.ts";
import type { Samples } from "#domain/property/samples.ts";
import type { Trx } from "../database/transaction.ts";

export type StoredProperty = Property & { timeZone: TimeZone };

/** The property as guests see it. */
export type ShownProperty = StoredProperty & { currency: string; samples: Samples };

/** Returns the content as guests see it in the given language. `english` lists the texts that are not translated. */
export type TranslateContent = <T extends Written>(
  content: T,
  language: Language,
) => Promise<{ content: T; english: string[] }>;

/** One save, with the changed fields before and after. */
export type ContentChange = {
  id: string;
  at: Date;
  actor: string;
  before: Partial<Content>;
  after: Partial<Content>;
};

export type ContentStore = {
  read: () => Promise<Content>;
  /** Runs `work` in an exclusive transaction, so nobody else can write content between its reads and writes. */
  inExclusiveTransaction: <R extends { ok: boolean }>(work: (trx: Trx, present: Content) => Promise<R>) => Promise<R>;
  write: (trx: Trx, after: Partial<Content>) => Promise<void>;
  remember: (trx: Trx, change: ContentChange) => Promise<void>;
  /** The value of a field at this version (`versionOf`), if one of the latest saves replaced it. */
  earlier: <F extends ContentField>(trx: Trx, field: F, version: string) => Promise<Content[F] | undefined>;
  findChange: (id: string) => Promise<ContentChange | null>;
  /** Can be called within a transaction or outside one. */
  readSamples: (trx?: Trx) => Promise<Samples>;
  writeSamples: (trx: Trx, samples: Samples) => Promise<void>;
  /** Whether the host has ever saved one of these fields. */
  everChanged: (fields: readonly (keyof Content)[]) => Promise<boolean>;
};

/** Returns those of the given URLs whose pictures have been deleted. */
export type MissingPictures = (addresses: string[]) => Promise<string[]>;

/**
 * Undoes a change that was made outside the content: a change to the details of a picture or to an attraction's image.
 */
export type UndoPicture = (
  changeId: string,
  actor: string,
) => Promise<
  | { ok: true; changeId: string | null }
  | { ok: false; reason: "unknown" | "undone-already" | "said-otherwise-since" | "picture-gone" }
>;
