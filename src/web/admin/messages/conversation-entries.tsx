import { clsx } from "clsx";
import type { ConversationEntry } from "#contract/conversation.ts";
import { formatMoment } from "../../lib/format-date.ts";
import { LinkedText } from "../../ui/linked-text.tsx";
import { SentPictures } from "./sent-pictures.tsx";

const BY = { email: "email", whatsapp: "WhatsApp" };

type Props = { bookingId: string; entries: readonly ConversationEntry[]; guestName: string; timeZone: string };

export function ConversationEntries({ bookingId, entries, guestName, timeZone }: Props) {
  if (entries.length === 0) {
    return <p className="text-ink-soft">No messages yet. Write the first one below.</p>;
  }
  return (
    <ol className="space-y-3 pr-1">
      {entries.map((entry) => (
        <li key={entry.id} className={entry.kind === "guest" ? "mr-8 sm:mr-16" : "ml-8 sm:ml-16"}>
          <Entry
            bookingId={bookingId}
            entry={entry}
            guestName={guestName}
            at={formatMoment(entry.at, timeZone, "short")}
          />
        </li>
      ))}
    </ol>
  );
}

type EntryProps = { bookingId: string; entry: ConversationEntry; guestName: string; at: string };

function Entry({ bookingId, entry, guestName, at }: EntryProps) {
  if (entry.kind === "sent") {
    return (
      <details className="rounded-2xl border border-line px-4 py-1">
        <summary className="min-h-11 cursor-pointer py-2 wrap-anywhere">
          <span className="font-semibold">{entry.subject || "Message"}</span>
          <span className="block text-sm text-ink-soft">
            Sent by {BY[entry.channel]}, {at}
          </span>
        </summary>
        <LinkedText
          text={entry.text || "The text is no longer kept."}
          className={clsx("border-t border-line py-3", !entry.text && "text-ink-soft")}
        />
      </details>
    );
  }
  const byGuest = entry.kind === "guest";
  return (
    <article className={clsx("rounded-2xl px-4 py-3", byGuest ? "bg-sunken" : "bg-good-surface")}>
      <h3 className="text-sm text-ink-soft">
        <span className="font-semibold text-ink">{byGuest ? guestName : entry.by}</span>, {at}
        {entry.byEmail ? " by email" : ""}
      </h3>
      {entry.text ? <LinkedText text={entry.text} /> : null}
      {entry.pictures.length > 0 ? (
        <SentPictures bookingId={bookingId} pictures={entry.pictures} sender={byGuest ? guestName : entry.by} />
      ) : null}
      {entry.seenAt ? <p className="text-sm text-ink-soft">Read by the guest</p> : null}
    </article>
  );
}
