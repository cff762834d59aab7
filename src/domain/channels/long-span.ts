import { nightCount } from "../booking/stay.ts";
import { addDays, type LocalDate } from "../calendar/local-date.ts";
import type { ImportMode } from "./channel.ts";
import type { EventKind, ImportedStay } from "./imported-stay.ts";
import { spanOf, STAY_NIGHTS } from "./match.ts";

/** S-23. Up to a month is a guest, however far ahead; up to three months may be one; more is a closed calendar. */
const LONG_NIGHTS = 90;
/** Nobody stays so long, whatever the calendar calls it. */
const NEVER_NIGHTS = 400;
/** A long span that begins later than so many days ahead is rather a calendar that is not open yet. */
const FAR_DAYS = 330;

type Span = Pick<ImportedStay, "startsOn" | "endsOn"> & { kind: EventKind };

/**
 * What a span means that may be a booking or a closure: "closed" closes its nights and asks the host, "on-sale" asks and
 * leaves them on sale, null asks nothing.
 */
export function longSpanOf(span: Span, mode: ImportMode, today: LocalDate): "closed" | "on-sale" | null {
  const nights = nightCount(spanOf(span));
  if (nights > NEVER_NIGHTS) return "on-sale";
  if (mode !== "everything" || span.kind === "reservation" || nights <= STAY_NIGHTS) return null;
  return nights > LONG_NIGHTS || span.startsOn > addDays(today, FAR_DAYS) ? "on-sale" : "closed";
}
