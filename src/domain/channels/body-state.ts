/** S-10: the result of reading a calendar once. Only `ok` may change anything; `unchanged` is a 304. */
export const BODY_STATES = [
  "ok",
  "unchanged",
  "not_ical",
  "empty_body",
  "truncated",
  "too_large",
  "too_many",
  "http_error",
  "network_error",
  "refused_address",
  "timeout",
] as const;
export type BodyState = (typeof BODY_STATES)[number];

export function isGood(state: BodyState): boolean {
  return state === "ok" || state === "unchanged";
}
