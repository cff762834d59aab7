import { nightCount } from "../booking/stay.ts";
import { addDays, type LocalDate } from "../calendar/local-date.ts";
import type { ImportMode } from "./channel.ts";
import type { EventKind, ImportedStay } from "./imported-stay.ts";
import { spanOf, STAY_NIGHTS } from "./match.ts";

/**
 * S-23: a span of up to 30 nights counts as a guest's stay, however far ahead it is. A span of up to this many nights
 * may be a stay. A longer span is probably a closed calendar.
 */
const LONG_NIGHTS = 90;
/** Nobody stays this long, whatever the calendar says. */
const NEVER_NIGHTS = 400;
/** A long span that begins more days ahead than this is more likely a calendar that is not open yet. */
const FAR_DAYS = 330;

type Span = Pick<ImportedStay, "startsOn" | "endsOn"> & { kind: EventKind };

/**
 * How to treat a span that may be a booking or a closure: "closed" closes its nights and asks the host, "on-sale" asks
 * but keeps them on sale, null means that no question is needed.
 */
export function longSpanOf(span: Span, mode: ImportMode, today: LocalDate): "closed" | "on-sale" | null {
  const nights = nightCount(spanOf(span));
  if (nights > NEVER_NIGHTS) return "on-sale";
  if (mode !== "everything" || span.kind === "reservation" || nights <= STAY_NIGHTS) return null;
  return nights > LONG_NIGHTS || span.startsOn > addDays(today, FAR_DAYS) ? "on-sale" : "closed";
}
