import type { PublicSite } from "#contract/property.ts";
import { formatTime } from "../lib/format-date.ts";
import { say } from "../lib/say.ts";

export function HouseTimes({ times }: { times: PublicSite["houseTimes"] }) {
  const texts = say.info.houseTimes;
  const facts = [
    { label: texts.checkIn, time: texts.after(formatTime(times.checkInFrom)) },
    { label: texts.checkOut, time: texts.by(formatTime(times.checkOutBy)) },
    { label: texts.quiet, time: texts.fromTo(formatTime(times.quietFrom), formatTime(times.quietUntil)) },
    { label: texts.amenities, time: texts.range(formatTime(times.amenitiesFrom), formatTime(times.amenitiesUntil)) },
  ];
  return (
    <dl className="mt-6 grid border-t border-line-strong sm:grid-cols-2 lg:grid-cols-4">
      {facts.map((fact) => (
        <div key={fact.label} className="border-b border-line py-5 pe-6 print:py-2">
          <dt className="text-ink-soft">{fact.label}</dt>
          <dd className="serif mt-1 text-2xl">{fact.time}</dd>
        </div>
      ))}
    </dl>
  );
}
