import type { BaseNeeds } from "../core/base-needs.ts";
import {
  type Content,
  CONTENT_FIELDS,
  CONTENT_PLACES,
  type ContentField,
  differingFields,
  fieldsOf,
  isTranslations,
  type TranslationsField,
  pickFields,
  contentPictures,
} from "#domain/property/content.ts";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { documentProblems, type DocumentProblem } from "#domain/pricing/document-problems.ts";
import { withRate } from "#domain/pricing/stored-prices.ts";
import { unusualPrices } from "#domain/pricing/unusual-prices.ts";
import { mergeTranslations } from "#domain/property/translations.ts";
import { rateText } from "#domain/property/property.ts";
import type { HouseTimes } from "#domain/property/site-content.ts";
import { ENGLISH_FORMATS } from "#texts/english-formats.ts";
import type { Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import type { ContentStore, MissingPictures } from "./ports.ts";
import { versionOf } from "../runtime/version-of.ts";

export type ChangeNeeds = Pick<BaseNeeds, "clock" | "record"> & {
  contents: ContentStore;
  /** Called inside the transaction when the check-in or check-out time changes. */
  hoursChanged: (trx: Trx, actor: string) => Promise<void>;
  missingPictures: MissingPictures;
  /** Called when cached pages are outdated. */
  changed: () => void;
};

/** The new values of the fields, or the reason why they are invalid. */
export type ContentChange = { ok: true; after: Partial<Content> } | { ok: false; reason: "no-such-photo" };

export type ChangeResult =
  | { ok: true; content: Content; changeId: string | null }
  | { ok: false; reason: "stale"; fields: ContentField[] }
  | { ok: false; reason: "no-such-photo" | "picture-gone" }
  | WriteRefused;

/** `confirm-first`: the host has to confirm their identity before the contact email or phone number changes. */
type WriteRefused = { ok: false; reason: "confirm-first" } | PricesRefused;

export type PricesRefused =
  | { ok: false; reason: "prices-refused"; problems: DocumentProblem[] }
  | { ok: false; reason: "unusual"; question: string };

/**
 * Writes the fields that differ, and stores the previous values. If a field has changed since the host read it
 * (`seen`), nothing is saved, except that translations of different texts or into different languages are combined.
 * Prices and times that look like a typing mistake are saved only if the host has confirmed them.
 */
export async function changeContent(
  needs: ChangeNeeds,
  decide: (present: Content) => ContentChange,
  seen: Record<string, string>,
  actor: string,
  {
    act = "Changed the content",
    confirmed = false,
    mayRedirect = false,
  }: { act?: string; confirmed?: boolean; mayRedirect?: boolean } = {},
): Promise<ChangeResult> {
  const before = await needs.contents.read();
  const planned = decide(before);
  if (planned.ok && (await usesDeletedPicture(needs, before, planned.after)))
    return { ok: false, reason: "picture-gone" };
  const result = await needs.contents.inExclusiveTransaction<ChangeResult>(async (trx, present) => {
    const change = decide(present);
    if (!change.ok) return change;
    const after = { ...change.after };
    const stale: ContentField[] = [];
    for (const field of fieldsOf(after)) {
      const version = seen[field];
      if (version === undefined || version === versionOf(present[field])) continue;
      const merged = isTranslations(field) ? await withTheirs(needs, trx, field, version, after, present) : null;
      if (merged) Object.assign(after, { [field]: merged });
      else stale.push(field);
    }
    if (stale.length > 0) return { ok: false, reason: "stale", fields: stale };
    return writeChange(needs, trx, { present, after, actor, act, confirmed, mayRedirect });
  });
  if (result.ok && result.changeId !== null) needs.changed();
  return result;
}

/**
 * The new translations together with those saved since `version`; null if both changed the translation of the same
 * text into the same language, or if that version is not among the latest ones.
 */
async function withTheirs(
  { contents }: ChangeNeeds,
  trx: Trx,
  field: TranslationsField,
  version: string,
  after: Partial<Content>,
  present: Content,
) {
  const base = await contents.earlier(trx, field, version);
  if (!base) return null;
  const { merged, clashes } = mergeTranslations(base, after[field] ?? {}, present[field]);
  return clashes.length === 0 ? merged : null;
}

/**
 * Whether the new content uses a picture that has been deleted (`media` deletes pictures that have not been used for a
 * week). Call this before starting the transaction, because its query would be refused inside one
 * (`guarded-kysely.ts`).
 */
export async function usesDeletedPicture(
  { missingPictures }: Pick<ChangeNeeds, "missingPictures">,
  present: Partial<Content>,
  after: Partial<Content>,
): Promise<boolean> {
  const changed = Object.fromEntries(differingFields(present, after).map((field) => [field, after[field]]));
  return (await missingPictures(contentPictures(changed))).length > 0;
}

type Writing = {
  present: Content;
  after: Partial<Content>;
  actor: string;
  act: string;
  confirmed: boolean;
  /** Whether the change may redirect the host's notifications, which contain guests' contact details. */
  mayRedirect: boolean;
};

/** Describes times that are probably a mistake, such as AM for PM: guests and scheduled messages would follow them. */
function unusualTimes(before: HouseTimes, { checkInFrom, checkOutBy }: HouseTimes): string[] {
  if (before.checkInFrom === checkInFrom && before.checkOutBy === checkOutBy) return [];
  if (checkInFrom >= "10:00" && checkOutBy <= "16:00" && checkOutBy <= checkInFrom) return [];
  const { clock } = ENGLISH_FORMATS;
  return [`Guests can check in from ${clock(checkInFrom)} and have to leave by ${clock(checkOutBy)}.`];
}

/** Shared by saving and undoing: writes the fields, the undo information and the audit entry in one transaction. */
export async function writeChange(
  { contents, clock, record, hoursChanged }: ChangeNeeds,
  trx: Trx,
  { present, after, actor, act, confirmed, mayRedirect }: Writing,
): Promise<{ ok: true; content: Content; changeId: string | null } | WriteRefused> {
  const differing = differingFields(present, after);
  const content = { ...present, ...after };
  if (differing.length === 0) return { ok: true, content, changeId: null };
  const { email, phone } = present.contact;
  const isRedirected = content.contact.email !== email || content.contact.phone !== phone;
  if (isRedirected && !mayRedirect) return { ok: false, reason: "confirm-first" };
  const unusual: string[] = [];
  if (differing.includes("prices") || differing.includes("rateCents")) {
    const prices = withRate(content.prices, content.rateCents);
    const problems = documentProblems(prices, dayOf(clock()));
    if (problems.length > 0) return { ok: false, reason: "prices-refused", problems };
    unusual.push(...unusualPrices(withRate(present.prices, present.rateCents), prices));
  }
  unusual.push(...unusualTimes(present.houseTimes, content.houseTimes));
  if (unusual.length > 0 && !confirmed) return { ok: false, reason: "unusual", question: unusual.join(" ") };
  const change = {
    id: randomId(),
    at: clock(),
    actor,
    before: pickFields(present, differing),
    after: pickFields(content, differing),
  };
  await contents.write(trx, change.after);
  await contents.remember(trx, change);
  const tabs = new Set(differing.map((field) => CONTENT_PLACES[CONTENT_FIELDS[field].tab]));
  const subject = [...tabs].join(", ");
  await record(
    {
      actor,
      act,
      subject,
      before: auditValues(change.before, present),
      after: auditValues(change.after, content),
      changeId: change.id,
    },
    trx,
  );
  if (stayHours(present) !== stayHours(content)) await hoursChanged(trx, actor);
  return { ok: true, content, changeId: change.id };
}

/** The day in UTC, which is accurate enough to limit which nights are checked. */
function dayOf(now: Date) {
  return toLocalDate(now.toISOString().slice(0, 10));
}

function stayHours({ houseTimes }: Content): string {
  return `${houseTimes.checkInFrom} ${houseTimes.checkOutBy}`;
}

/** The values for the log, with the rate as people read it. */
function auditValues({ rateCents, ...rest }: Partial<Content>, { prices }: Content): Record<string, unknown> {
  return rateCents === undefined ? rest : { ...rest, rate: rateText(rateCents, prices.currency) };
}

export type UndoResult =
  | { ok: true; content: Content; changeId: string | null }
  | { ok: false; reason: "unknown" | "undone-already" | "picture-gone" }
  | { ok: false; reason: "changed-since"; fields: ContentField[] }
  | WriteRefused;

/** Reverts one save, unless somebody has changed the same fields since then. */
export async function undoContent(
  needs: ChangeNeeds,
  changeId: string,
  { actor, mayRedirect }: Pick<Writing, "actor" | "mayRedirect">,
): Promise<UndoResult> {
  const change = await needs.contents.findChange(changeId);
  if (!change) return { ok: false, reason: "unknown" };
  if (await usesDeletedPicture(needs, change.after, change.before)) return { ok: false, reason: "picture-gone" };
  const result = await needs.contents.inExclusiveTransaction<UndoResult>(async (trx, present) => {
    const later = differingFields(present, change.after);
    if (differingFields(present, change.before).length === 0) return { ok: false, reason: "undone-already" };
    if (later.length > 0) return { ok: false, reason: "changed-since", fields: later };
    return writeChange(needs, trx, {
      present,
      after: change.before,
      actor,
      act: "Undid a content change",
      confirmed: true,
      mayRedirect,
    });
  });
  if (result.ok) needs.changed();
  return result;
}
