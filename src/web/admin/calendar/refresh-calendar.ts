import type { QueryClient } from "@tanstack/react-query";

/** Refetches stays, blocks and notes of every span: any of them may include the changed nights. */
export function refreshCalendar(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => /\/(blocks|calendar|day-notes)\?/.test(String(queryKey[0])),
  });
}
