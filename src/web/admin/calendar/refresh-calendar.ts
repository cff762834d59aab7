import type { QueryClient } from "@tanstack/react-query";

/** For every span, because any span may include the changed nights. */
export function refreshCalendar(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => /\/(blocks|calendar|day-notes)\?/.test(String(queryKey[0])),
  });
}
