import { useMutation, useQueryClient } from "@tanstack/react-query";
import { contentQuery, undo } from "../../api/content.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { ActError } from "../bookings/act-error.tsx";

const SHOWN_BY = [
  "/api/properties",
  "/api/site",
  "/api/attraction-images",
  "/api/admin/pictures",
  "/api/admin/settings",
  "/api/admin/dashboard",
];

/** The undo gets its own log entry and can itself be undone. */
export function UndoButton({ changeId, undone }: { changeId: string; undone: () => void }) {
  const client = useQueryClient();
  const undoing = useMutation({
    mutationFn: () => undo(changeId),
    onSuccess: async ({ content }) => {
      client.setQueryData(contentQuery.queryKey, content);
      toast({ title: "The change was undone" });
      undone();
      await client.invalidateQueries({
        predicate: ({ queryKey }) => SHOWN_BY.some((path) => String(queryKey[0]).startsWith(path)),
      });
    },
    onError: () => toast({ title: "We couldn't undo the change", variant: "destructive" }),
  });
  return (
    <div className="mt-2">
      <Button
        look="secondary"
        onClick={() => {
          if (!undoing.isPending) undoing.mutate();
        }}
      >
        {undoing.isPending ? "Undoing..." : "Undo this change"}
      </Button>
      <ActError error={undoing.error} />
    </div>
  );
}
