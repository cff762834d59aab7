import { useMutation, useQueryClient } from "@tanstack/react-query";
import { putDecision, samplesQuery } from "../../api/samples.ts";
import { toast } from "../../ui/toast-store.ts";
import { reasonOf } from "../../lib/display-error.ts";

/** Keeps, hides or shows a part of the content. Takes effect immediately. */
export function useDecideSample() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: putDecision,
    onSuccess: async (response) => {
      client.setQueryData(samplesQuery.queryKey, response);
      const ours = samplesQuery.queryKey[0];
      await client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== ours });
    },
    onError: (error) => toast({ title: "We couldn't save this", description: reasonOf(error), variant: "destructive" }),
  });
}
