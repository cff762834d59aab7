import { nightCount, type Stay } from "../booking/stay.ts";
import type { LocalDate } from "../calendar/local-date.ts";
import { counted } from "../text/counted.ts";
import { dayText } from "../calendar/day-text.ts";
import type { ImportMode } from "./channel.ts";
import { type ServedCalendar, spanText, timesPublished } from "./echo.ts";
import { type Hold, missingStays } from "./hold.ts";
import type { NewReview } from "./imported-change.ts";
import { type ImportedStay, isStay, mayBeInHouse } from "./imported-stay.ts";
import { longSpanOf } from "./long-span.ts";
import { spanOf } from "./match.ts";
import type { ReviewAnswer } from "./review.ts";

export type QuestionFacts = {
  /** The calendar's name in questions and in the history (`nameOf`). */
  name: string;
  mode: ImportMode;
  served: readonly ServedCalendar[];
  /**
   * Nights sold by other platforms: a platform that is also linked directly to those platforms shows these nights in
   * addition to the nights that we publish.
   */
  elsewhere?: readonly Stay[];
  /** The host's earlier answers, by span `from/to` (S-22, S-23). */
  answers: ReadonlyMap<string, ReviewAnswer>;
  today: LocalDate;
};

/** The questions that only the host can answer, as of the last read. */
export function questionsOf(stays: readonly ImportedStay[], hold: Hold | null, input: QuestionFacts): NewReview[] {
  const questions = [
    ...stays.map((stay) => longSpan(stay, input)),
    ...stays.map((stay) => leftInStay(stay, stays, input)),
    ...repeatedTooOften(stays, input),
  ].filter((question) => question !== null);
  if (!hold) return questions;
  const { lacking, known } = hold;
  const missing =
    lacking < known.length ? `${lacking} of ${known.length} upcoming stays` : counted(lacking, "upcoming stay");
  const ask = lacking === 1 ? "Is it cancelled?" : "Are they cancelled?";
  const question = `The calendar of ${input.name} is suddenly missing ${missing}. ${ask}`;
  const nights = missingStays(stays, hold.known)
    .map((stay) => spanText(spanOf(stay)))
    .toSorted()
    .join(" ");
  return [...questions, { kind: "sudden-drop", stay: null, question, nights }];
}

/** S-23. */
function longSpan(stay: ImportedStay, { name, mode, answers, today }: QuestionFacts): NewReview | null {
  const span = spanOf(stay);
  const isUnanswered = stay.hostOverride === null && !answers.has(spanText(span));
  if (stay.state !== "active" || stay.endsOn <= today || !isUnanswered) return null;
  const onSale = stay.exclusion === "asked";
  if (!onSale && (stay.exclusion !== null || longSpanOf(stay, mode, today) === null)) return null;
  const seen = `${name} shows ${nightCount(span)} nights closed, from ${dayText(stay.startsOn)} to ${dayText(stay.endsOn)}. Is this a booking or a block?`;
  const question = onSale ? `${seen} These nights are on sale until you answer.` : seen;
  return { kind: "long-span", stay, question, nights: spanText(span) };
}

/** S-34. */
function leftInStay(
  stay: ImportedStay,
  all: readonly ImportedStay[],
  { name, today }: QuestionFacts,
): NewReview | null {
  if (stay.state !== "missing" || stay.exclusion !== null || stay.kept || !mayBeInHouse(stay, today)) return null;
  const nights = spanText(spanOf(stay));
  if (!isStay(stay)) {
    const question = `${name} no longer shows the nights from ${dayText(stay.startsOn)} to ${dayText(stay.endsOn)} as closed. Are the nights from today on free?`;
    return { kind: "left-in-stay", stay, question, nights };
  }
  const now = all.find(({ movedFrom }) => movedFrom === stay.id);
  const gone = `${name} no longer shows the stay from ${dayText(stay.startsOn)} to ${dayText(stay.endsOn)}, which has begun`;
  const question = now
    ? `${gone}, but now shows one from ${dayText(now.startsOn)} to ${dayText(now.endsOn)}. Has the guest given up the other nights?`
    : `${gone}. Has the guest left?`;
  return { kind: "left-in-stay", stay, question, nights };
}

/**
 * S-55: the platform shows our own nights more often than we published them, so one of its events may be a booking made
 * there. One appearance of a span is always allowed, even if we never published exactly that span, because platforms
 * merge adjacent nights. Nights sold by another platform may have been copied from that platform as well as from us
 * (S-44).
 */
function repeatedTooOften(
  stays: readonly ImportedStay[],
  { name, served, elsewhere = [] }: QuestionFacts,
): NewReview[] {
  const echoes = stays.filter(({ exclusion, state }) => exclusion === "echo" && state === "active");
  return [...Map.groupBy(echoes, (stay) => spanText(spanOf(stay)))].flatMap(([nights, alike]) => {
    const [stay] = alike;
    const copies = elsewhere.filter((sold) => spanText(sold) === nights).length;
    if (!stay || alike.length <= Math.max(1, timesPublished(spanOf(stay), served)) + copies) return [];
    const question = `${name} shows the nights from ${dayText(stay.startsOn)} to ${dayText(stay.endsOn)} ${alike.length} times. It received these nights from us. Is one of the entries a booking made there?`;
    return [{ kind: "told-twice" as const, stay, question, nights }];
  });
}
