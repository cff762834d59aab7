import { Link } from "wouter";
import { CHANNELS } from "../lib/channels.ts";
import { paths } from "../lib/paths.ts";
import { Tiles } from "./frame/tiles.tsx";

/** SPEC 2: what it says while no platform is connected. */
export function ChannelsPage() {
  const connected = 0;
  return (
    <div className="space-y-8">
      <div>
        <Link href={paths.admin.dashboard} className="inline-flex min-h-11 items-center font-semibold underline">
          Back to Dashboard
        </Link>
        <h1 className="font-serif text-3xl">Channel Manager</h1>
        <p className="text-ink-soft">The booking platforms on which your cottage can be listed.</p>
      </div>
      <Tiles
        label="Channels at a glance"
        tiles={[
          { label: "Connected Channels", value: String(connected) },
          { label: "Available Platforms", value: String(CHANNELS.length) },
          // Of no connected calendars, none is out of step.
          { label: "Calendar Sync", value: "100%" },
          { label: "Auto Bookings Today", value: "0" },
        ]}
      />
      <section aria-labelledby="platforms">
        <h2 id="platforms" className="mb-3 font-serif text-xl">
          Booking platforms
        </h2>
        <ul className="grid gap-4 md:grid-cols-2">
          {CHANNELS.map((channel) => (
            <li key={channel.id} className="rounded-2xl border border-line bg-surface p-5">
              <div className="flex items-center justify-between gap-3">
                <h3 className="text-lg font-semibold">{channel.name}</h3>
                <span className="rounded-full bg-sunken px-3 py-1 text-sm font-medium">Not Connected</span>
              </div>
              <p className="mt-1 text-ink-soft">{channel.description}</p>
              <p className="mt-3 font-medium">Requirements</p>
              <ul className="list-disc pl-5">
                {channel.requirements.map((requirement) => (
                  <li key={requirement}>{requirement}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="guide" className="rounded-2xl border border-line bg-surface p-5">
        <h2 id="guide" className="font-serif text-xl">
          Setup guide
        </h2>
        <ol className="mt-3 list-decimal space-y-2 pl-5">
          <li>List the cottage on the platform, and ask there for access with what its card names.</li>
          <li>Wait for the platform to approve the request.</li>
          <li>Enter what you were given here, and check that both calendars show the same nights.</li>
        </ol>
        <p className="mt-3 rounded-lg bg-sunken p-3">API access approval takes 1-3 business days.</p>
      </section>
    </div>
  );
}
