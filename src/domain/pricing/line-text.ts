import { counted } from "../text/counted.ts";
import { moneyText } from "../money/currency.ts";
import type { DiscountReason, QuoteLine } from "./quote.ts";

/** What a line is for, as guests read it: "3 nights × $180 (High season)". */
export function lineText(line: QuoteLine, currency: string): string {
  switch (line.kind) {
    case "nights":
      return `${counted(line.quantity, "night")} × ${moneyText(line.unitCents, currency)}${line.from ? ` (${line.from.name})` : ""}`;
    case "agreed":
      return `Agreed price for ${counted(line.nights, "night")}`;
    case "discount":
      return discountText(line);
    case "extra-guests":
      return `${counted(line.guests, "extra guest")}, ${counted(line.nights, "night")} × ${moneyText(line.unitCents, currency)}`;
    case "cleaning":
      return "Cleaning";
    case "adjustment":
      return line.label;
    case "tax":
      return line.percent === null ? line.name : `${line.name} (${percentText(line.percent)})`;
  }
}

/**
 * What a line is for. A line for nights has no quantity and unit price here, because these are shown beside it: "Entire
 * cottage (High season)".
 */
export function lineLabel(line: QuoteLine, currency: string): string {
  if (line.kind !== "nights") return lineText(line, currency);
  return `Entire cottage${line.from ? ` (${line.from.name})` : ""}`;
}

function discountText(reason: DiscountReason): string {
  switch (reason.reason) {
    case "code":
      return `Code ${reason.code}${reason.percent === null ? "" : ` (${percentText(reason.percent)} off)`}`;
    case "longer-stay":
      return `Longer stay, ${reason.nights} nights or more (${percentText(reason.percent)} off)`;
    case "last-minute":
      return `Last minute (${percentText(reason.percent)} off)`;
    case "early-bird":
      return `Early booking (${percentText(reason.percent)} off)`;
  }
}

/** Hundredths of a percent: 1000 -> "10%". */
export function percentText(percent: number): string {
  return `${percent / 100}%`;
}

/** `48 hours`, `14 days`. */
export function hoursText(hours: number): string {
  return hours > 72 && hours % 24 === 0 ? counted(hours / 24, "day") : counted(hours, "hour");
}
