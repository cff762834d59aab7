import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import type { HostRating } from "#contract/ratings.ts";
import { POLLED } from "../../api/messaging.ts";
import { publish, ratingsQuery } from "../../api/ratings.ts";
import { paths } from "../../lib/paths.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { ActError } from "../bookings/act-error.tsx";
import { Card } from "../dashboard/card.tsx";

export function RatingsCard() {
  const ratings = useQuery({ ...ratingsQuery, ...POLLED });
  return (
    <Card title="Ratings">
      {ratings.data?.length === 0 ? (
        <p className="text-ink-soft">No ratings yet. We ask guests 24 hours after they check out.</p>
      ) : null}
      {ratings.error ? <ActError error={ratings.error} /> : null}
      <ul id="ratings" className="divide-y divide-line">
        {ratings.data?.map((rating) => (
          <Rating key={rating.bookingId} rating={rating} />
        ))}
      </ul>
    </Card>
  );
}

function Rating({ rating }: { rating: HostRating }) {
  const client = useQueryClient();
  const showing = useMutation({
    mutationFn: (published: boolean) => publish(rating, published),
    onSuccess: (after) =>
      toast({ title: after.published ? "The review is on your website" : "The review is no longer on your website" }),
    onSettled: () => client.invalidateQueries({ queryKey: ratingsQuery.queryKey }),
  });
  return (
    <li className="space-y-2 py-3">
      <p>
        <span aria-hidden="true">{"★".repeat(rating.stars)}</span>
        <span className="sr-only">{rating.stars} of 5 stars</span>{" "}
        <Link href={paths.admin.booking(rating.bookingId)} className="font-medium underline">
          {rating.guestName}
        </Link>
      </p>
      {rating.words ? <blockquote className="wrap-anywhere whitespace-pre-line">{rating.words}</blockquote> : null}
      <ActError error={showing.error} />
      {rating.tookPlace ? null : (
        <p className="text-sm text-ink-soft">
          This stay did not take place, so the rating is not counted and the review can't be shown.
        </p>
      )}
      {rating.words && rating.tookPlace ? (
        <div className="flex flex-wrap items-center gap-3">
          <Button look="secondary" disabled={showing.isPending} onClick={() => showing.mutate(!rating.published)}>
            {rating.published ? "Remove from website" : "Show on website"}
          </Button>
          <span className="text-sm text-ink-soft">
            {rating.published ? "Shown" : "Preview"} as “{rating.signedAs}”
          </span>
        </div>
      ) : null}
    </li>
  );
}
