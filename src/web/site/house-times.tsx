import type { PublicSite } from "#contract/property.ts";
import { formatTime } from "../lib/format-date.ts";

export function HouseTimes({ times }: { times: PublicSite["houseTimes"] }) {
  const facts = [
    { label: "Check-in", time: `after ${formatTime(times.checkInFrom)}` },
    { label: "Check-out", time: `by ${formatTime(times.checkOutBy)}` },
    { label: "Quiet hours", time: `${formatTime(times.quietFrom)} to ${formatTime(times.quietUntil)}` },
    { label: "Amenities available", time: `${formatTime(times.amenitiesFrom)}-${formatTime(times.amenitiesUntil)}` },
  ];
  return (
    <dl className="mt-6 grid border-t border-line-strong sm:grid-cols-2 lg:grid-cols-4">
      {facts.map((fact) => (
        <div key={fact.label} className="border-b border-line py-5 pr-6 print:py-2">
          <dt className="text-ink-soft">{fact.label}</dt>
          <dd className="serif mt-1 text-2xl">{fact.time}</dd>
        </div>
      ))}
    </dl>
  );
}
