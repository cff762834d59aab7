import type { Clock } from "../runtime/clock.ts";
import type { Trx } from "../database/transaction.ts";
import type { HostAct } from "../core/host.ts";

type Values = Record<string, unknown>;
type Needs = { add: (entry: HostAct & { at: Date }, within?: Trx) => Promise<void>; clock: Clock };

/**
 * Names of secret fields. The log says that these fields changed, but not to what value. A passkey is recorded only by
 * name.
 */
const SECRET = /pass(?!key$)(word|phrase)?|secret|token|api_?key|credential|recovery_?codes?|private/i;
const HIDDEN = "(hidden)";

/** Writes an action to the audit log, without secrets. Pass the action's transaction if there is one. */
export async function recordAct({ add, clock }: Needs, act: HostAct, within?: Trx): Promise<void> {
  const { before, after, ...entry } = act;
  const changed = onlyChanges(before, after);
  await add({ ...entry, at: clock(), ...changed }, within);
}

/** The fields that differ between two versions; all fields if something was created or deleted. */
function onlyChanges(before: Values | undefined, after: Values | undefined): Pick<HostAct, "before" | "after"> {
  if (!before || !after)
    return { ...(before ? { before: hide(before) } : {}), ...(after ? { after: hide(after) } : {}) };
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const pick = (values: Values) => hide(Object.fromEntries(fields.map((field) => [field, values[field] ?? null])));
  return { before: pick(before), after: pick(after) };
}

function hide(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      SECRET.test(field) && value !== null ? HIDDEN : hideWithin(value),
    ]),
  );
}

function hideWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hideWithin);
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" && value !== null ? hide({ ...value }) : value;
}
