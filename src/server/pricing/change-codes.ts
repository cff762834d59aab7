import type { PromoCode } from "#domain/pricing/price-document.ts";
import type { Trx } from "../database/transaction.ts";
import type { RecordAct } from "../core/host.ts";
import type { CountedCode } from "./code-queries.ts";

export type CodeNeeds = {
  /** Runs `work` in a transaction that locks the codes. */
  inExclusiveTransaction: <R extends { ok: boolean }>(work: (trx: Trx, codes: CodeQueries) => Promise<R>) => Promise<R>;
  record: RecordAct;
};

type CodeQueries = {
  find: (code: string) => Promise<CountedCode | null>;
  hasRoom: (code: string) => Promise<boolean>;
  write: (code: PromoCode) => Promise<void>;
  remove: (code: string) => Promise<void>;
};

export type CodeResult =
  | { ok: true }
  | { ok: false; reason: "too-many" | "unknown" }
  /** `replaced` is the existing code, if its terms would change. */
  | { ok: false; reason: "unconfirmed"; replaced: CountedCode | null };

/** Adds a code. Unusual terms, or other terms for an existing code, are saved only if the host has confirmed them. */
export function saveCode(
  { inExclusiveTransaction, record }: CodeNeeds,
  code: PromoCode,
  {
    actor,
    currency,
    isUnusual,
    confirmed,
  }: { actor: string; currency: string; isUnusual: boolean; confirmed: boolean },
): Promise<CodeResult> {
  return inExclusiveTransaction<CodeResult>(async (trx, codes) => {
    if (!(await codes.hasRoom(code.code))) return { ok: false, reason: "too-many" };
    const before = await codes.find(code.code);
    const replaced = before && JSON.stringify(described(before)) !== JSON.stringify(described(code)) ? before : null;
    // One confirmation answers all questions, so they have to be asked together.
    if (!confirmed && (replaced || isUnusual)) return { ok: false, reason: "unconfirmed", replaced };
    await codes.write(code);
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
  { inExclusiveTransaction, record }: CodeNeeds,
  code: string,
  { actor, currency }: { actor: string; currency: string },
): Promise<CodeResult> {
  return inExclusiveTransaction<CodeResult>(async (trx, codes) => {
    const before = await codes.find(code);
    if (!before) return { ok: false, reason: "unknown" };
    await codes.remove(code);
    await record({ actor, act: "Removed a discount code", subject: code, before: described(before), currency }, trx);
    return { ok: true };
  });
}

/** The values for the audit log, which names the code itself as the subject. */
function described({ discount, arrivalFrom, arrivalUntil, bookUntil, minimumNights, maximumUses }: PromoCode) {
  return { ...discount, arrivalFrom, arrivalUntil, bookUntil, minimumNights, maximumUses };
}
