import type { PromoCode } from "#domain/pricing/price-document.ts";
import type { Database } from "../database/connect.ts";
import { lockSettings } from "../database/dialect.ts";
import { commitIfOk } from "../database/transaction.ts";
import type { RecordAct } from "../core/host.ts";
import type { Clock } from "../runtime/clock.ts";
import { type CountedCode, findCode, hasRoomForCode, markCodeRemoved, writeCode } from "./code-queries.ts";

export type CodeNeeds = { database: Database; clock: Clock; record: RecordAct };

export type CodeResult =
  | { ok: true }
  | { ok: false; reason: "too-many" | "unknown" }
  /** `replaced` is the existing code, if its terms would change. */
  | { ok: false; reason: "unconfirmed"; replaced: CountedCode | null };

/** Adds or changes a code. Unusual terms, and new terms for an existing code, are saved only once the host confirms. */
export function saveCode(
  { database: { db, engine }, record }: CodeNeeds,
  code: PromoCode,
  {
    actor,
    currency,
    isUnusual,
    confirmed,
  }: { actor: string; currency: string; isUnusual: boolean; confirmed: boolean },
): Promise<CodeResult> {
  return commitIfOk<CodeResult>(db, async (trx) => {
    await lockSettings(engine, trx);
    if (!(await hasRoomForCode(trx, code.code))) return { ok: false, reason: "too-many" };
    const before = await findCode(trx, code.code);
    const replaced = before && JSON.stringify(described(before)) !== JSON.stringify(described(code)) ? before : null;
    // One confirmation answers all questions, so they have to be asked together.
    if (!confirmed && (replaced || isUnusual)) return { ok: false, reason: "unconfirmed", replaced };
    await writeCode(trx, code);
    const act = before ? "Changed a discount code" : "Added a discount code";
    await record(
      {
        actor,
        act,
        subject: code.code,
        ...(before && { before: described(before) }),
        after: described(code),
        currency,
      },
      trx,
    );
    return { ok: true };
  });
}

export function removeCode(
  { database: { db, engine }, clock, record }: CodeNeeds,
  code: string,
  { actor, currency }: { actor: string; currency: string },
): Promise<CodeResult> {
  return commitIfOk<CodeResult>(db, async (trx) => {
    await lockSettings(engine, trx);
    const before = await findCode(trx, code);
    if (!before) return { ok: false, reason: "unknown" };
    await markCodeRemoved(trx, code, clock());
    await record({ actor, act: "Removed a discount code", subject: code, before: described(before), currency }, trx);
    return { ok: true };
  });
}

/** The values for the audit log, which names the code itself as the subject. */
function described({ discount, arrivalFrom, arrivalUntil, bookUntil, minimumNights, maximumUses }: PromoCode) {
  return { ...discount, arrivalFrom, arrivalUntil, bookUntil, minimumNights, maximumUses };
}
