import { counted } from "#domain/text/counted.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { Link, useSearchParams } from "wouter";
import type { ConversationRow } from "#contract/conversation.ts";
import { conversationsQuery } from "../api/conversation.ts";
import { formatDate, formatMoment } from "../lib/format-date.ts";
import { paths } from "../lib/paths.ts";
import { TextField } from "../ui/text-field.tsx";
import { Loaded } from "./frame/loaded.tsx";
import { UnreadBadge } from "./messages/unread-badge.tsx";

/** Only the latest 100 conversations are listed; a search finds older ones, and is kept in the URL. */
export function MessagesPage() {
  const [address, setAddress] = useSearchParams();
  const typed = address.get("search") ?? "";
  const search = useDeferredValue(typed);
  const conversations = useQuery({
    ...conversationsQuery(search.trim()),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="space-y-5">
      <h1 className="font-serif text-3xl">Messages</h1>
      <TextField
        label="Search"
        hint="Message text, guest name or reference"
        className="max-w-xl"
        type="search"
        maxLength={200}
        value={typed}
        onChange={(text) => setAddress(text ? { search: text } : {}, { replace: true })}
        autoComplete="on"
      />
      <Loaded query={conversations} what="the messages" loading="Loading messages...">
        {(list) => (
          <Found rows={list.conversations} more={list.more} timeZone={list.timeZone} searching={search.trim() !== ""} />
        )}
      </Loaded>
    </div>
  );
}

type FoundProps = { rows: ConversationRow[]; more: boolean; timeZone: string; searching: boolean };

function Found({ rows, more, timeZone, searching }: FoundProps) {
  return (
    <section aria-label="Conversations" className="space-y-3">
      <p
        role="status"
        className={rows.length > 0 ? "sr-only" : "rounded-xl border border-line bg-surface p-8 text-center"}
      >
        {rows.length > 0
          ? counted(rows.length, "conversation")
          : searching
            ? "No conversations match your search."
            : "No messages yet. Guests can write to you on their booking page. To write to a guest first, open their booking."}
      </p>
      {rows.length > 0 ? (
        <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
          {rows.map((row) => (
            <li key={row.bookingId}>
              <Row row={row} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      ) : null}
      {more ? (
        <p className="text-ink-soft">These are the latest 100. Search, or add to your search, to find older ones.</p>
      ) : null}
    </section>
  );
}

function Row({ row, timeZone }: { row: ConversationRow; timeZone: string }) {
  return (
    <Link
      href={`${paths.admin.booking(row.bookingId)}#conversation`}
      className="block min-h-11 px-4 py-3 hover:bg-sunken focus-visible:-outline-offset-2"
    >
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold wrap-anywhere">
          {row.guestName} {row.unread > 0 ? <UnreadBadge count={row.unread} /> : null}
        </span>
        <span className="text-sm text-ink-soft">{formatMoment(row.at, timeZone, "short")}</span>
      </span>
      <span className="block text-sm text-ink-soft">
        {formatDate(row.checkInDate, "short")} – {formatDate(row.checkOutDate, "short")}, {row.reference}
      </span>
      <span dir="auto" className={`line-clamp-2 wrap-anywhere ${row.unread > 0 ? "font-semibold" : ""}`}>
        {row.author === "host" ? "You: " : ""}
        {row.text || counted(row.pictures, "picture")}
      </span>
    </Link>
  );
}
