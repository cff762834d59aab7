import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { QuickReplies, QuickReply } from "#contract/conversation.ts";
import { MAX_MESSAGE } from "#domain/messaging/conversation.ts";
import { statusOf } from "../../api/client.ts";
import { quickRepliesQuery, saveReplies } from "../../api/conversation.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast-store.ts";
import { TextAreaField, TextField } from "../../ui/text-field.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { fieldErrors } from "../../lib/display-error.ts";

type Draft = QuickReply & { key: number };

const nextKey = (drafts: readonly Draft[]) => Math.max(-1, ...drafts.map(({ key }) => key)) + 1;

export function QuickReplyDialog({ saved, onClose }: { saved: QuickReplies; onClose: () => void }) {
  const client = useQueryClient();
  const [drafts, setDrafts] = useState<Draft[]>(() =>
    (saved.replies.length > 0 ? saved.replies : [{ title: "", text: "" }]).map((reply, key) => ({ ...reply, key })),
  );
  // The list is replaced as a whole. If another host has changed it in the meantime, the save is refused, and the
  // dialog takes over what they added, changed and removed, so that the next save contains the changes of both.
  const [start, setStart] = useState(saved);
  const takeOverTheirs = async () => {
    const latest = await client.fetchQuery(quickRepliesQuery);
    const isIn = (list: readonly QuickReply[], { title, text }: QuickReply) =>
      list.some((one) => one.title === title && one.text === text);
    const theirs = latest.replies.filter((reply) => !isIn(start.replies, reply) && !isIn(drafts, reply));
    const removed = start.replies.filter((reply) => !isIn(latest.replies, reply));
    setDrafts((mine) => [
      ...mine.filter((draft) => !isIn(removed, draft)),
      ...theirs.map((reply, place) => ({ ...reply, key: nextKey(mine) + place })),
    ]);
    setStart(latest);
  };
  const save = useMutation({
    mutationFn: () =>
      saveReplies({ version: start.version, replies: drafts.map(({ title, text }) => ({ title, text })) }),
    onSuccess: (after) => {
      client.setQueryData(quickRepliesQuery.queryKey, after);
      toast({ title: "Saved replies changed" });
      onClose();
    },
    onError: (error) => (statusOf(error) === 409 ? takeOverTheirs() : undefined),
  });
  const errors = fieldErrors(save.error);
  const change = (key: number, changed: Partial<QuickReply>) =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...changed } : draft)));
  const add = () => setDrafts([...drafts, { title: "", text: "", key: nextKey(drafts) }]);
  return (
    <Dialog title="Saved replies" onClose={onClose}>
      <Form className="space-y-5" onSubmit={() => save.mutate()}>
        {drafts.map((draft, place) => (
          <fieldset key={draft.key} className="space-y-3 rounded-xl border border-line p-4">
            <legend className="px-1 font-semibold">Reply {place + 1}</legend>
            <TextField
              label="Name"
              error={errors[`replies.${place}.title`]}
              maxLength={60}
              value={draft.title}
              onChange={(title) => change(draft.key, { title })}
              autoComplete="on"
            />
            <TextAreaField
              label="Text"
              error={errors[`replies.${place}.text`]}
              rows={3}
              dir="auto"
              maxLength={MAX_MESSAGE}
              value={draft.text}
              onChange={(text) => change(draft.key, { text })}
            />
            <Button look="secondary" onClick={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}>
              Remove<span className="sr-only"> reply {place + 1}</span>
            </Button>
          </fieldset>
        ))}
        <Button look="secondary" onClick={add} disabled={drafts.length >= 50}>
          Add a reply
        </Button>
        <ActError error={save.error} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? "Saving..." : "Save"}
          </Button>
          <Button look="secondary" onClick={onClose} disabled={save.isPending}>
            Cancel
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
