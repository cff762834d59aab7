import { spanText } from "#domain/booking/timeline.ts";
import { momentText } from "#domain/calendar/time-zone.ts";
import { moneyText } from "#domain/money/currency.ts";
import { type Formats, formatsOf } from "./formats.ts";

const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone: "UTC" });

/** The specification's formats, byte for byte. */
export const ENGLISH_FORMATS: Formats = {
  ...formatsOf("en"),
  span: spanText,
  moment: momentText,
  clock: (time) => clock.format(new Date(`2026-01-01T${time}:00Z`)).replace("\u202f", " "),
  money: moneyText,
  percent: (hundredths) => `${hundredths / 100}%`,
};
