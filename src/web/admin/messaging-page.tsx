import { Link } from "wouter";
import { paths } from "../lib/paths.ts";
import { Card } from "./dashboard/card.tsx";

/** SPEC 4: which messages there are, and when each goes out. */
const KINDS = [
  { name: "Welcome", when: "Immediately after booking confirmation" },
  { name: "Check-in Reminder", when: "24 hours before check-in" },
  { name: "Check-out Reminder", when: "Morning of check-out day" },
  { name: "Feedback Request", when: "24 hours after check-out" },
];

/** SPEC 2, as far as it is true: nothing is sent yet, so there is nothing to count, to refresh or to send again. */
export function MessagingPage() {
  return (
    <div className="space-y-6">
      <div>
        <Link href={paths.admin.dashboard} className="inline-flex min-h-11 items-center font-semibold underline">
          Back to Dashboard
        </Link>
        <h1 className="font-serif text-3xl">Automated Messaging</h1>
        <p className="text-ink-soft">What guests hear from you, and when.</p>
      </div>
      <Card title="Scheduled messages">
        <p className="font-semibold">No scheduled messages found</p>
        <p className="mt-1 text-ink-soft">
          Messages will appear when bookings are created. This version does not send any yet: please write to your
          guests yourself. Their address and telephone number stand on each booking.
        </p>
        <Link href={paths.admin.bookings} className="mt-2 inline-flex min-h-11 items-center font-semibold underline">
          Open bookings
        </Link>
      </Card>
      <Card title="Message types">
        <dl className="divide-y divide-line">
          {KINDS.map(({ name, when }) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-4 py-3">
              <dt className="font-medium">{name}</dt>
              <dd className="text-ink-soft">{when}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 rounded-lg bg-sunken p-3">Communication channels: email and WhatsApp.</p>
      </Card>
    </div>
  );
}
