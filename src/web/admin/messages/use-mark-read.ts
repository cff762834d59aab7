import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect } from "react";
import { conversationQuery, conversationsQuery, markRead, unreadQuery } from "../../api/conversation.ts";

type Read = { unread: number; last: number };

/** Marks a conversation as read once its end is visible in a visible tab. */
export function useMarkRead(bookingId: string, { unread, last }: Read, end: RefObject<HTMLElement | null>): void {
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
