import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import type { HostConversation } from "#contract/conversation.ts";
import { conversationQuery } from "../../api/conversation.ts";
import { Card } from "../bookings/card.tsx";
import { Loaded } from "../frame/loaded.tsx";
import { ReplyForm } from "./answer-form.tsx";
import { ConversationEntries } from "./conversation-entries.tsx";
import { useMarkRead } from "./use-mark-read.ts";

/** All messages between the guest and the host about a stay, including automated messages, and a form to reply. */
export function ConversationCard({ booking }: { booking: BookingDetail }) {
  const conversation = useQuery(conversationQuery(booking.id));
  return (
    <div id="conversation" tabIndex={-1} className="scroll-mt-20 rounded-xl">
      <Card title="Conversation">
        <Loaded query={conversation} what="the conversation" loading="Loading conversation...">
          {(data) => <Conversation booking={booking} conversation={data} />}
        </Loaded>
      </Card>
    </div>
  );
}

function Conversation({ booking, conversation }: { booking: BookingDetail; conversation: HostConversation }) {
  const { entries, unread, last, timeZone } = conversation;
  const list = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  useMarkRead(booking.id, { unread, last }, end);
  // Scroll to the newest message, which is at the end.
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [entries.length]);
  return (
    <div className="space-y-4">
      <div
        ref={list}
        role="log"
        aria-label={`Conversation with ${booking.guest.name}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must reach the scrollable list
        tabIndex={0}
        className="max-h-[32rem] overflow-y-auto"
      >
        <ConversationEntries
          bookingId={booking.id}
          entries={entries}
          guestName={booking.guest.name}
          timeZone={timeZone}
        />
        <div ref={end} />
      </div>
      <ReplyForm bookingId={booking.id} notEmailed={conversation.notEmailed} />
    </div>
  );
}
