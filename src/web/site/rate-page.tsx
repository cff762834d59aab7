import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "wouter";
import type { GuestRating } from "#contract/ratings.ts";
import { STARS, type Stars, WORDS_MAX } from "#domain/messaging/rating.ts";
import { AS_RENDERED, statusOf } from "../api/client.ts";
import { ratingQuery } from "../api/ratings.ts";
import { useFormState } from "../app/page-state.ts";
import { formatDate } from "../lib/format-date.ts";
import { paths } from "../lib/paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Field, inputClass } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";

/** Where the link in the feedback email leads: one to five stars and a few words. A plain form, with script and without. */
export function RatePage() {
  const { token = "" } = useParams();
  const { data: stay, error } = useQuery({ ...ratingQuery(token), ...AS_RENDERED });
  return (
    <section className="mx-auto max-w-xl space-y-5 px-4 py-12">
      {error ? <CannotOpen unknown={statusOf(error) === 404} /> : null}
      {stay ? <Rating token={token} stay={stay} /> : error ? null : <p role="status">Loading your stay...</p>}
    </section>
  );
}

function CannotOpen({ unknown }: { unknown: boolean }) {
  return (
    <>
      <h1 className="serif text-title">{unknown ? "This link doesn't work" : "We can't open your stay right now"}</h1>
      <p>{unknown ? "Please copy the full link from our message." : "Please reload this page in a moment."}</p>
      <Link href={paths.home} className={buttonClass("secondary")}>
        Back to Home
      </Link>
    </>
  );
}

const IN_WORDS: Record<Stars, string> = { 1: "Poor", 2: "Fair", 3: "Good", 4: "Very good", 5: "Wonderful" };

function Rating({ token, stay }: { token: string; stay: GuestRating }) {
  const done = new URLSearchParams(useSearch()).has("done") && stay.given !== null;
  return (
    <>
      <h1 className="serif text-title">
        {done ? `Thank you, ${stay.firstName}!` : `How was your stay at ${stay.cottage}?`}
      </h1>
      <p className="text-ink-soft">
        {formatDate(stay.checkInDate)} to {formatDate(stay.checkOutDate)}
      </p>
      {done ? (
        <Notice look="good">We've passed your rating on to the host. You can change it here for 14 days.</Notice>
      ) : null}
      {stay.refused ? <Notice look="info">{stay.refused}</Notice> : <RatingForm token={token} stay={stay} />}
    </>
  );
}

function RatingForm({ token, stay: { given } }: { token: string; stay: GuestRating }) {
  const { form } = useFormState();
  const problem = form?.problem ?? null;
  const chosen = form ? Number(form.values["stars"]) : given?.stars;
  return (
    <form method="post" action={paths.rate(token)} className="space-y-5">
      {problem ? <Notice look="error">{problem.message}</Notice> : null}
      <fieldset className="space-y-2">
        <legend className="mb-2 font-semibold">Your rating</legend>
        {STARS.toReversed().map((stars) => (
          <StarsChoice key={stars} stars={stars} chosen={stars === chosen} />
        ))}
      </fieldset>
      <Field
        label="Tell us more (optional)"
        hint="The host will read this and may show it on this site with your first name and the month."
        error={problem?.fields["words"]}
      >
        {(parts) => (
          <textarea
            {...parts}
            name="words"
            rows={5}
            maxLength={WORDS_MAX}
            className={inputClass}
            defaultValue={form?.values["words"] ?? given?.words}
          />
        )}
      </Field>
      <Button type="submit">{given ? "Change my rating" : "Send my rating"}</Button>
    </form>
  );
}

function StarsChoice({ stars, chosen }: { stars: Stars; chosen: boolean }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg border border-line px-3">
      <input
        type="radio"
        name="stars"
        value={stars}
        defaultChecked={chosen}
        className="size-5 shrink-0 accent-accent"
      />
      <span aria-hidden="true" className="w-24 tracking-widest">
        {"★".repeat(stars)}
      </span>
      <span>
        {IN_WORDS[stars]}
        <span className="sr-only">, {stars === 1 ? "1 star" : `${stars} stars`}</span>
      </span>
    </label>
  );
}
