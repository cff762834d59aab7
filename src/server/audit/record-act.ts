import { moneyText } from "#domain/money/currency.ts";
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
  const { before, after, currency, ...entry } = act;
  const changed = onlyChanges(before, after, currency);
  await add({ ...entry, at: clock(), ...changed }, within);
}

/** The fields that differ between two versions; all fields if something was created or deleted. */
function onlyChanges(
  before: Values | undefined,
  after: Values | undefined,
  currency: string | undefined,
): Pick<HostAct, "before" | "after"> {
  const shown = (values: Values) => readable(values, currency);
  if (!before || !after)
    return { ...(before ? { before: shown(before) } : {}), ...(after ? { after: shown(after) } : {}) };
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const pick = (values: Values) => shown(Object.fromEntries(fields.map((field) => [field, values[field] ?? null])));
  return { before: pick(before), after: pick(after) };
}

/**
 * The values without secrets. Amounts are stored as text, `totalCents: 30000` as `total: "$300"`: an entry must still
 * be right after the property's currency has changed.
 */
function readable(values: Values, otherwise: string | undefined): Values {
  const currency = typeof values["currency"] === "string" ? values["currency"] : otherwise;
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      if (SECRET.test(field) && value !== null) return [field, HIDDEN];
      if (!field.endsWith("Cents")) return [field, readableWithin(value, currency)];
      if (typeof value === "number" && !currency) throw new Error(`The audit entry does not name a currency: ${field}`);
      return [
        field.slice(0, -"Cents".length),
        typeof value === "number" && currency ? moneyText(value, currency) : value,
      ];
    }),
  );
}

function readableWithin(value: unknown, currency: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((one) => readableWithin(one, currency));
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" && value !== null ? readable({ ...value }, currency) : value;
}
