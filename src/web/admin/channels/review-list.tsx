import { Link } from "wouter";
import type { Review } from "#contract/channels.ts";
import { answer } from "../../api/channels.ts";
import { daysInText } from "../../lib/days-in-text.ts";
import { formatMoment } from "../../lib/format-date.ts";
import { paths } from "../../lib/paths.ts";
import { Button } from "../../ui/button.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { useChannelAct } from "./use-channel-act.ts";

export function ReviewList({ reviews, timeZone }: { reviews: Review[]; timeZone: string }) {
  if (reviews.length === 0) return null;
  return (
    <section aria-labelledby="questions" className="space-y-3">
      <h2 id="questions" className="font-serif text-xl">
        Questions for you
      </h2>
      <ul className="space-y-3">
        {reviews.map((review) => (
          <li key={review.id}>
            <Question review={review} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Until the host answers or, after a sudden drop, until the nights are freed under S-33. */
const UNTIL_ANSWERED: Partial<Record<Review["kind"], string>> = {
  "long-span": "",
  "sudden-drop":
    "Their nights stay closed until you answer, or until the calendar has stayed the same for at least six hours.",
};

type Given = Parameters<typeof answer>[1];

function Question({ review, timeZone }: { review: Review; timeZone: string }) {
  const send = useChannelAct((given: Given) => answer(review, given), {
    done: "Answer saved",
    failed: "We couldn't save your answer",
  });
  const question = daysInText(review.question);
  return (
    <article aria-label={question} className="space-y-3 rounded-2xl border border-clay bg-surface p-5">
      <p className="font-semibold">{question}</p>
      <p className="text-sm text-ink-soft">
        {review.channelName}, since {formatMoment(review.openedAt, timeZone, "short")}.{" "}
        {UNTIL_ANSWERED[review.kind] ?? "These nights stay as they are until you answer."}
        {review.stayId ? (
          <>
            {" "}
            <Link href={paths.admin.channelStay(review.stayId)} className="font-semibold underline">
              View the stay
            </Link>
          </>
        ) : null}
      </p>
      <div className="flex flex-wrap gap-2">
        {review.answers.map((one) => (
          <Button key={one.answer} look="secondary" disabled={send.isPending} onClick={() => send.mutate(one.answer)}>
            {one.label}
          </Button>
        ))}
      </div>
      <ActError error={send.error} />
    </article>
  );
}
