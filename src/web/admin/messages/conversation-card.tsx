import { useQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, type RefObject } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import type { HostConversation } from "#contract/conversation.ts";
import { conversationQuery, conversationsQuery, markRead, unreadQuery } from "../../api/conversation.ts";
import { Card } from "../bookings/card.tsx";
import { Loaded } from "../frame/loaded.tsx";
import { ReplyForm } from "./answer-form.tsx";
import { ConversationEntries } from "./conversation-entries.tsx";

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
  // The newest message is at the end.
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

type Read = { unread: number; last: number };

/** Once the end of the conversation is visible in a visible tab. */
function useMarkRead(bookingId: string, { unread, last }: Read, end: RefObject<HTMLElement | null>): void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => markRead(bookingId, last),
    onSuccess: (counted) => {
      client.setQueryData(unreadQuery.queryKey, counted);
      void client.invalidateQueries({ queryKey: conversationQuery(bookingId).queryKey });
      void client.invalidateQueries({ queryKey: conversationsQuery("").queryKey });
    },
  });
  useEffect(() => {
    const target = end.current;
    if (unread === 0 || !target) return;
    const look = new IntersectionObserver((seen) => {
      if (document.hidden || !seen.some((one) => one.isIntersecting)) return;
      look.disconnect();
      mutate();
    });
    look.observe(target);
    return () => look.disconnect();
  }, [unread, last, mutate, end]);
}
