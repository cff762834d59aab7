import { useSearchParams } from "wouter";
import type { Span } from "#domain/analytics/days.ts";
import { RANGE_NAMES, type RangeName, spanFromTo, spanOf } from "#domain/analytics/range.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";

export type Chosen = { range: Exclude<RangeName, "custom"> } | { range: "custom"; first: string; last: string };

/** The chosen range is kept in the address, so it can be bookmarked, shared and returned to. */
export function useRange(today: LocalDate) {
  const [address, setAddress] = useSearchParams();
  const asked = RANGE_NAMES.find((name) => name === address.get("range")) ?? "all";
  const custom = asked === "custom" ? spanFromTo(address.get("from"), address.get("to")) : null;
  const name: RangeName = asked === "custom" && !custom ? "all" : asked;
  const span: Span | null = name === "custom" ? custom : spanOf(name, today);
  const choose = (chosen: Chosen) =>
    setAddress(
      chosen.range === "custom" ? { range: "custom", from: chosen.first, to: chosen.last } : { range: chosen.range },
      { replace: true },
    );
  return { name, span, choose };
}
