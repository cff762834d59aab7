import { clsx } from "clsx";
import type { ChannelPreview } from "#contract/channels.ts";
import type { EventKind } from "#domain/channels/imported-stay.ts";
import { type ImportMode, type Platform, PLATFORM_NAMES } from "#domain/channels/channel.ts";
import { counted } from "#domain/text/counted.ts";
import { formatSpan } from "../../lib/format-span.ts";
import { Notice } from "../../ui/notice.tsx";

export const KIND_LABELS = {
  reservation: "Reservation",
  block: "Block",
  unknown: "Booking or block",
} satisfies Record<EventKind, string>;

type PreviewedEvent = ChannelPreview["events"][number];
type Props = {
  preview: ChannelPreview;
  mode: ImportMode;
  /** The blocks that the host has chosen to close here too. */
  closed: ReadonlySet<PreviewedEvent>;
};

/** S-03: shown before anything is saved. */
export function PreviewShown({ preview, mode, closed }: Props) {
  const shown = (event: PreviewedEvent) => event.modes[mode].holds || closed.has(event);
  const meets = (event: PreviewedEvent) => event.modes[closed.has(event) ? "everything" : mode].meets;
  const conflicts = preview.events.filter((event) => meets(event) !== "").length;
  return (
    <div className="space-y-4">
      {preview.warning ? <Notice look="error">{preview.warning}</Notice> : null}
      <p>
        A calendar from {preview.recognised ? siteName(preview.recognised) : "an unknown platform"}
        {preview.firstDay && preview.lastDay ? `, ${formatSpan(preview.firstDay, preview.lastDay)}` : ""}.
      </p>
      <dl className="grid grid-cols-3 gap-2 text-center sm:gap-3">
        <Figure name="Reservations" value={preview.reservations} />
        <Figure name="Blocks" value={preview.blocks} />
        <Figure name="Could be either" value={preview.unknown} />
      </dl>
      {conflicts > 0 ? (
        <Notice look="error">
          {counted(conflicts, "event")} on this calendar {conflicts === 1 ? "overlaps" : "overlap"} nights that are
          already taken here, as marked below. We keep both on record and tell you what to do.
        </Notice>
      ) : (
        <p className="font-semibold text-good">Nothing overlaps nights that are already taken here.</p>
      )}
      {preview.errors.length > 0 ? (
        <div>
          <p className="font-semibold">We couldn't read these entries</p>
          <ul className="list-disc pl-5 text-sm">
            {preview.errors.map((error, index) => (
              <li key={index}>{error}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {preview.events.length === 0 ? (
        <p className="rounded-xl bg-sunken p-4">
          {preview.errors.length > 0 ? "We found no other" : "We found no"} bookings or blocks for the next two years.
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-xl border border-line">
          {preview.events.map((event, index) => (
            <li key={index} className={clsx("px-4 py-3", !shown(event) && "text-ink-soft")}>
              <p className="font-medium">
                {formatSpan(event.startsOn, event.endsOn)}{" "}
                <span className="font-normal text-ink-soft">({counted(event.nights, "night")})</span>
              </p>
              <p className="text-sm">
                {KIND_LABELS[event.kind]}. {effectOf(event.modes[mode], shown(event))}
              </p>
              {meets(event) ? <p className="text-sm font-semibold text-danger">Overlaps {meets(event)}</p> : null}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const siteName = (platform: Platform) => (platform === "other" ? "another site" : PLATFORM_NAMES[platform]);

function effectOf({ asks }: PreviewedEvent["modes"][ImportMode], holds: boolean): string {
  if (holds) return asks ? "We close these nights and ask you what this entry is." : "Closes these nights.";
  return asks ? "These nights stay on sale until you tell us what this entry is." : "These nights stay on sale.";
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex flex-col-reverse rounded-xl bg-sunken px-1 py-3">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="font-serif text-2xl tabular-nums">{value}</dd>
    </div>
  );
}
