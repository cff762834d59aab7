import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "wouter";
import type { GuestRating } from "#contract/ratings.ts";
import { STARS, type Stars, WORDS_MAX } from "#domain/messaging/rating.ts";
import { AS_RENDERED, statusOf, wordsOf } from "../api/client.ts";
import { ratingQuery, sendRating } from "../api/ratings.ts";
import { formatDate } from "../lib/format-date.ts";
import { paths } from "../lib/paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Field, inputClass } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";

/** Where the link of the last letter leads: one to five stars and a few words. */
export function RatePage() {
  const { token = "" } = useParams();
  const { data: stay, error } = useQuery({ ...ratingQuery(token), ...AS_RENDERED });
  return (
    <section className="mx-auto max-w-xl space-y-5 px-4 py-12">
      {error ? <CannotOpen unknown={statusOf(error) === 404} /> : null}
      {stay ? <RatingForm token={token} stay={stay} /> : error ? null : <p role="status">Loading your stay...</p>}
    </section>
  );
}

function CannotOpen({ unknown }: { unknown: boolean }) {
  return (
    <>
      <h1 className="serif text-title">{unknown ? "This link opens no stay" : "We cannot open your stay right now"}</h1>
      <p>
        {unknown
          ? "Please use the whole link from our message."
          : "Nothing is lost. Please reload this page in a moment."}
      </p>
      <Link href={paths.home} className={buttonClass("secondary")}>
        Back to Home
      </Link>
    </>
  );
}

const IN_WORDS: Record<Stars, string> = { 1: "Poor", 2: "Fair", 3: "Good", 4: "Very good", 5: "Wonderful" };

function RatingForm({ token, stay }: { token: string; stay: GuestRating }) {
  const client = useQueryClient();
  const [stars, setStars] = useState<Stars | null>(stay.given?.stars ?? null);
  const [words, setWords] = useState(stay.given?.words ?? "");
  const [missing, setMissing] = useState(false);
  const sending = useMutation({
    mutationFn: (chosen: Stars) => sendRating(token, { stars: chosen, words }),
    onSuccess: (after) => client.setQueryData(ratingQuery(token).queryKey, after),
  });
  return (
    <>
      <h1 className="serif text-title">How was your stay at {stay.cottage}?</h1>
      <p className="text-ink-soft">
        {formatDate(stay.checkInDate)} to {formatDate(stay.checkOutDate)}
      </p>
      {stay.refused ? (
        <Notice look="info">{stay.refused}</Notice>
      ) : (
        <form
          noValidate
          className="space-y-5"
          onSubmit={(event) => {
            event.preventDefault();
            setMissing(stars === null);
            if (stars !== null && !sending.isPending) sending.mutate(stars);
          }}
        >
          <fieldset className="space-y-2">
            <legend className="font-semibold">Your rating</legend>
            {missing && stars === null ? <Notice look="error">Choose one to five stars</Notice> : null}
            {STARS.toReversed().map((one) => (
              <label
                key={one}
                className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg border border-line px-3"
              >
                <input
                  type="radio"
                  name="stars"
                  value={one}
                  checked={stars === one}
                  onChange={() => setStars(one)}
                  className="size-5 accent-accent"
                />
                <span aria-hidden="true" className="w-24 tracking-widest">
                  {"★".repeat(one)}
                </span>
                <span>
                  {IN_WORDS[one]}
                  <span className="sr-only">, {one === 1 ? "1 star" : `${one} stars`}</span>
                </span>
              </label>
            ))}
          </fieldset>
          <Field
            label="In your words (optional)"
            hint="The host reads this, and may show it on this site with your first name and the month."
          >
            {(parts) => (
              <textarea
                {...parts}
                rows={5}
                maxLength={WORDS_MAX}
                className={inputClass}
                value={words}
                onChange={(event) => setWords(event.target.value)}
              />
            )}
          </Field>
          {sending.error ? (
            <Notice look="error">{wordsOf(sending.error) || "It was not sent. Please try again."}</Notice>
          ) : null}
          {sending.isSuccess ? (
            <Notice look="good">Thank you! You can change it for 14 days by the same link.</Notice>
          ) : null}
          <Button type="submit" disabled={sending.isPending}>
            {sending.isPending ? "Sending..." : stay.given ? "Change my rating" : "Send my rating"}
          </Button>
        </form>
      )}
    </>
  );
}
