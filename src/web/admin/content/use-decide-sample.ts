import { useMutation, useQueryClient } from "@tanstack/react-query";
import { putDecision, samplesQuery } from "../../api/samples.ts";
import { failureToast } from "../frame/failure-toast.ts";

export function useDecideSample() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: putDecision,
    onSuccess: async (response) => {
      client.setQueryData(samplesQuery.queryKey, response);
      const ours = samplesQuery.queryKey[0];
      await client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== ours });
    },
    onError: failureToast("We couldn't save this"),
  });
}
