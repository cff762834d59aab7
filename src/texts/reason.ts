import type { Refusals } from "./en/refusals.ts";
import type { Validation } from "./en/validation.ts";

/** The reason for an error: a kind and its parameters. The message is created where the reader's language is known. */
export type Reason = {
  [Kind in keyof Refusals]: Refusals[Kind] extends (parameters: infer P) => string
    ? { kind: Kind } & P
    : { kind: Kind };
}[keyof Refusals];

export function sayReason(refusals: Refusals, reason: Reason): string {
  const text = refusals[reason.kind];
  if (typeof text === "string") return text;
  // The type of a reason pairs each kind with the parameters of its message.
  return (text as (parameters: Reason) => string)(reason);
}

/** Translates a message from the contract; a message that guests never see becomes a general one. */
export function sayValidation(validation: Validation, message: string): string {
  const known = (name: string): name is keyof Validation => Object.hasOwn(validation, name);
  if (known(message)) return validation[message];
  const [max = ""] = /\d+/.exec(message) ?? [];
  const pattern = message.replace(max, "{max}");
  return known(pattern) ? validation[pattern].replace("{max}", max) : validation["Invalid input"];
}
