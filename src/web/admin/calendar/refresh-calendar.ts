import type { QueryClient } from "@tanstack/react-query";

/** Stays, blocks and notes are asked for by span: any of them may show the nights. */
export function refreshCalendar(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => /\/(blocks|calendar|day-notes)\?/.test(String(queryKey[0])),
  });
}
