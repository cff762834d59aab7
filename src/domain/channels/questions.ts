import { nightCount } from "../booking/stay.ts";
import type { LocalDate } from "../calendar/local-date.ts";
import { type ImportMode, type Platform, PLATFORM_NAMES } from "./channel.ts";
import { type ServedCalendar, spanText, timesTold } from "./echo.ts";
import type { Hold } from "./hold.ts";
import type { ReviewWanted, StayChange } from "./imported-change.ts";
import { type ImportedStay, isStay } from "./imported-stay.ts";
import { spanOf } from "./match.ts";
import type { ReviewAnswer } from "./review.ts";

/** From so many nights on the host is asked, although they are closed (S-23). */
const NOTABLE_NIGHTS = 31;

type Asked = {
  platform: Platform;
  mode: ImportMode;
  stays: readonly ImportedStay[];
  served: readonly ServedCalendar[];
  answers: ReadonlyMap<string, ReviewAnswer>;
  hold: Hold | null;
  today: LocalDate;
};

/** What of a reading only the host can tell. `hold` is the one of this reading, `input.hold` that of the one before. */
export function questionsOf(changes: readonly StayChange[], hold: Hold | null, input: Asked): ReviewWanted[] {
  const asked = changes.flatMap((change) =>
    [longSpan(change, input), leftInStay(change, input), toldTwice(change, changes, input)].filter(
      (question) => question !== null,
    ),
  );
  if (!hold || hold.over || input.hold) return asked;
  const question = `The calendar of ${PLATFORM_NAMES[input.platform]} suddenly lacks ${hold.lacking} of ${hold.known} coming stays. Are they cancelled?`;
  return [...asked, { kind: "sudden-drop", stay: null, question, nights: "" }];
}

/** S-23. */
function longSpan({ after }: StayChange, { platform, mode, answers, today }: Asked): ReviewWanted | null {
  const span = spanOf(after);
  const nights = nightCount(span);
  const notable = mode === "everything" && after.kind !== "reservation" && nights >= NOTABLE_NIGHTS;
  const raises = after.spared === "asked" || (after.spared === null && notable);
  const unanswered = after.verdict === null && !answers.has(spanText(span));
  if (after.state !== "active" || !raises || !unanswered || after.endsOn <= today) return null;
  const question = `${PLATFORM_NAMES[platform]} shows ${nights} nights closed, from ${after.startsOn} to ${after.endsOn}: booking or closure?`;
  return { kind: "long-span", stay: after, question, nights: spanText(span) };
}

/** S-34. */
function leftInStay({ after, what }: StayChange, { platform, today }: Asked): ReviewWanted | null {
  if (what !== "missing" || after.startsOn > today || !isStay(after)) return null;
  const question = `${PLATFORM_NAMES[platform]} no longer shows the stay from ${after.startsOn} to ${after.endsOn}, which has begun. Has the guest left?`;
  return { kind: "left-in-stay", stay: after, question, nights: spanText(spanOf(after)) };
}

/** S-55: our own nights came back more often than the platform had them; one of these may have been sold there. */
function toldTwice({ after, what }: StayChange, changes: readonly StayChange[], input: Asked): ReviewWanted | null {
  if (after.spared !== "echo" || after.state !== "active" || what === "seen") return null;
  const text = spanText(spanOf(after));
  const now = new Map([...input.stays, ...changes.map((change) => change.after)].map((stay) => [stay.id, stay]));
  const alike = [...now.values()].filter(
    (stay) => stay.spared === "echo" && stay.state === "active" && spanText(spanOf(stay)) === text,
  );
  // One question for all of them.
  if (alike.at(-1)?.id !== after.id || alike.length <= timesTold(spanOf(after), input.served)) return null;
  const question = `${PLATFORM_NAMES[input.platform]} shows the nights from ${after.startsOn} to ${after.endsOn}, which it knows from us, ${alike.length} times. Is one of them a booking made there?`;
  return { kind: "told-twice", stay: after, question, nights: text };
}
