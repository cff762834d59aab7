import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { CHANNEL_QUERY_KEYS } from "../../api/channels.ts";
import { inBackground } from "../../api/client.ts";
import { toast } from "../../ui/toast-store.ts";
import { failureToast } from "../frame/failure-toast.ts";

type Texts<Result> = {
  /** Omitted if the screen itself shows the result. */
  done?: string | ((result: Result) => string);
  failed: string;
  after?: (result: Result) => void;
};

export function useChannelAct<Input, Result>(send: (input: Input) => Promise<Result>, words: Texts<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (result) => {
      const { done } = words;
      if (done) toast({ title: typeof done === "string" ? done : done(result) });
      words.after?.(result);
    },
    onError: failureToast(words.failed),
    // Not awaited: the action is done even if a refetch fails.
    onSettled: () => void refetchChannels(client),
  });
}

const POLL_MS = 20_000;

/** These API calls do not keep the session alive. */
export function usePolledChannels(): void {
  const client = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) inBackground(() => void refetchChannels(client));
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [client]);
}

function refetchChannels(client: QueryClient) {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => CHANNEL_QUERY_KEYS.some((start) => String(queryKey[0]).startsWith(start)),
  });
}
