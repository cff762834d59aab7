import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "wouter";
import type { GuestRating } from "#contract/ratings.ts";
import { STARS, type Stars, RATING_TEXT_MAX } from "#domain/messaging/rating.ts";
import { AS_RENDERED, statusOf } from "../api/client.ts";
import { ratingQuery } from "../api/ratings.ts";
import { useFormState } from "../lib/page-state.ts";
import { formatDate } from "../lib/format-date.ts";
import { inLanguage, paths } from "../lib/paths.ts";
import { say } from "../lib/say.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Field, inputClass } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";

/** The link in the feedback email opens this page. The form works with and without JavaScript. */
export function RatePage() {
  const { token = "" } = useParams();
  const { data: stay, error } = useQuery({ ...ratingQuery(token), ...AS_RENDERED });
  return (
    <section className="mx-auto max-w-xl space-y-5 px-4 py-12">
      {error ? <CannotOpen unknown={statusOf(error) === 404} /> : null}
      {stay ? <Rating token={token} stay={stay} /> : error ? null : <p role="status">{say.own.rate.loading}</p>}
    </section>
  );
}

function CannotOpen({ unknown }: { unknown: boolean }) {
  const texts = say.own.rate;
  return (
    <>
      <h1 className="serif text-title">{unknown ? texts.unknown : texts.cannotOpen}</h1>
      <p>{unknown ? texts.unknownText : texts.reload}</p>
      <Link href={paths.home} className={buttonClass("secondary")}>
        {say.frame.backHome}
      </Link>
    </>
  );
}

function Rating({ token, stay }: { token: string; stay: GuestRating }) {
  const done = new URLSearchParams(useSearch()).has("done") && stay.given !== null;
  const texts = say.own.rate;
  return (
    <>
      <h1 className="serif text-title">{done ? texts.thanks(stay.firstName) : texts.title(stay.cottage)}</h1>
      <p className="text-ink-soft">{say.stay.span(formatDate(stay.checkInDate), formatDate(stay.checkOutDate))}</p>
      {done ? <Notice look="good">{texts.done}</Notice> : null}
      {stay.refused ? <Notice look="info">{stay.refused}</Notice> : <RatingForm token={token} stay={stay} />}
    </>
  );
}

function RatingForm({ token, stay: { given } }: { token: string; stay: GuestRating }) {
  const { form } = useFormState();
  const texts = say.own.rate;
  const problem = form?.problem ?? null;
  const chosen = form ? Number(form.values["stars"]) : given?.stars;
  return (
    <form method="post" action={inLanguage(paths.rate(token))} className="space-y-5">
      {problem ? <Notice look="error">{problem.message}</Notice> : null}
      <fieldset className="space-y-2">
        <legend className="mb-2 font-semibold">{texts.legend}</legend>
        {STARS.toReversed().map((stars) => (
          <StarsChoice key={stars} stars={stars} chosen={stars === chosen} />
        ))}
      </fieldset>
      <Field label={texts.more} hint={texts.moreHint} error={problem?.fields["words"]}>
        {(parts) => (
          <textarea
            {...parts}
            name="words"
            rows={5}
            maxLength={RATING_TEXT_MAX}
            className={inputClass}
            defaultValue={form?.values["words"] ?? given?.words}
          />
        )}
      </Field>
      <Button type="submit">{given ? texts.change : texts.send}</Button>
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
        {say.own.rate.words[stars - 1]}
        <span className="sr-only">, {say.own.rate.stars(stars)}</span>
      </span>
    </label>
  );
}
