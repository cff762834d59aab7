import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { TOUCHED_BY_CHANNELS } from "../../api/channels.ts";
import { inBackground } from "../../api/client.ts";
import { toast } from "../../ui/toast-store.ts";
import { reasonOf } from "../bookings/use-act.ts";

type Words<Result> = {
  /** What the toast says; nothing where the screen says it itself. */
  done?: string | ((result: Result) => string);
  failed: string;
  after?: (result: Result) => void;
};

/** An act on channels: afterwards all that shows them is asked for again. */
export function useChannelAct<Input, Result>(send: (input: Input) => Promise<Result>, words: Words<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (result) => {
      const { done } = words;
      if (done) toast({ title: typeof done === "string" ? done : done(result) });
      words.after?.(result);
    },
    onError: (error) => toast({ title: words.failed, description: reasonOf(error), variant: "destructive" }),
    // Not waited for: the act is done, whatever the lists say.
    onSettled: () => void askAgain(client),
  });
}

/** Asks again from time to time while the screen is open; that is no sign of life of the person before it. */
export function useChannelsFollowed(everyMs = 20_000): void {
  const client = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) inBackground(() => void askAgain(client));
    }, everyMs);
    return () => clearInterval(timer);
  }, [client, everyMs]);
}

function askAgain(client: QueryClient) {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => TOUCHED_BY_CHANNELS.some((start) => String(queryKey[0]).startsWith(start)),
  });
}
