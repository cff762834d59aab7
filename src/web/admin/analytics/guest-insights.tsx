import type { Analytics } from "#contract/analytics.ts";
import { counted } from "#domain/text/counted.ts";
import { Card } from "../dashboard/card.tsx";

const NONE = "No data yet";

/** SPEC 2 */
export function GuestInsights({ guests, bookings }: { guests: Analytics["guests"]; bookings: number }) {
  const some = (text: string) => (bookings > 0 ? text : NONE);
  return (
    <Card title="Guest Insights">
      <dl className="divide-y divide-line">
        <Fact term="Guests" value={some(String(guests.guests))} meaning="Guests who booked, counted by email address" />
        <Fact
          term="Repeat guests"
          value={some(String(guests.repeatGuests))}
          meaning="Guests with two or more stays by the end of these dates"
        />
        <Fact
          term="Satisfaction"
          value={guests.satisfaction === null ? NONE : `${guests.satisfaction}/5`}
          meaning="Average guest rating"
        />
        <Fact
          term="Length of stay"
          value={guests.averageNights === null ? NONE : counted(guests.averageNights, "night")}
          meaning="Average of the bookings with check-in within these dates"
        />
        <Fact
          term="Party size"
          value={guests.averageParty === null ? NONE : counted(guests.averageParty, "guest")}
          meaning="Average of these bookings, without stays from platforms' calendars"
        />
      </dl>
    </Card>
  );
}

function Fact({ term, value, meaning }: { term: string; value: string; meaning: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-3">
      <dt className="min-w-0 flex-1 basis-40">
        <span className="block font-medium">{term}</span>
        <span className="block text-sm text-ink-soft">{meaning}</span>
      </dt>
      <dd className="shrink-0 font-serif text-xl tabular-nums">{value}</dd>
    </div>
  );
}
