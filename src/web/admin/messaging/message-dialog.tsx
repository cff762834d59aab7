import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { MessageDetail, MessagingSetup, ScheduledMessage } from "#contract/messaging.ts";
import { messageQuery, messagesQuery, rewrite, sendNow, skip, type MessageText } from "../../api/messaging.ts";
import { formatMoment } from "../../lib/format-date.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast-store.ts";
import { failureToast } from "../frame/failure-toast.ts";
import { useDraft } from "../frame/use-draft.ts";
import { ActError } from "../bookings/act-error.tsx";
import { CHANNEL_LABELS, labelOf } from "./labels.ts";
import { EmailView } from "./email-view.tsx";
import { TextForm } from "./text-form.tsx";

type Props = { message: ScheduledMessage; setup: MessagingSetup; onClose: () => void };

export function MessageDialog({ message, setup, onClose }: Props) {
  const detail = useQuery(messageQuery(message.id));
  const [editing, setEditing] = useState(false);
  const acting = useMessageAct(message.id);
  const act = (send: () => Promise<ScheduledMessage>, done: string) =>
    acting.mutate({ send, done }, { onSuccess: onClose });

  return (
    <Dialog title={labelOf(message)} onClose={onClose}>
      {detail.error ? <ActError error={detail.error} /> : null}
      {detail.isPending ? <p role="status">Loading the message...</p> : null}
      {detail.data && editing && detail.data.words && detail.data.values ? (
        <EditForm
          message={{ ...detail.data.message, words: detail.data.words }}
          fields={setup.fields}
          values={detail.data.values}
          acting={acting}
          done={() => setEditing(false)}
        />
      ) : detail.data ? (
        <>
          <Shown detail={detail.data} timeZone={setup.timeZone} />
          <div className="mt-4">
            <ActError error={acting.error} />
          </div>
          <div className="mt-4 flex flex-wrap gap-3">
            <Acts
              detail={detail.data}
              timeZone={setup.timeZone}
              busy={acting.isPending}
              act={act}
              edit={() => setEditing(true)}
            />
          </div>
        </>
      ) : null}
    </Dialog>
  );
}

type EditProps = Pick<Parameters<typeof TextForm>[0], "fields" | "values"> & {
  message: ScheduledMessage & { words: MessageText };
  acting: ReturnType<typeof useMessageAct>;
  done: () => void;
};

function EditForm({ message, fields, values, acting, done }: EditProps) {
  const draft = useDraft(message, ({ words }) => words, { error: acting.error });
  return (
    <TextForm
      words={message.words}
      draft={draft}
      fields={fields}
      values={values}
      saving={acting.isPending}
      error={acting.error}
      cancel={done}
      save={(words) =>
        acting.mutate({ send: () => rewrite(draft, words), done: "Message changed" }, { onSuccess: done })
      }
    />
  );
}

function Shown({ detail, timeZone }: { detail: MessageDetail; timeZone: string }) {
  const { message, address, content, problem, words } = detail;
  return (
    <div className="space-y-3">
      <p className="wrap-anywhere">
        To {message.to}
        {address && message.channel !== "push" ? ` (${address})` : ""} by {CHANNEL_LABELS[message.channel]}
      </p>
      <p className="text-ink-soft">
        {message.sentAt
          ? `Sent ${formatMoment(message.sentAt, timeZone, "short")}${message.delivery ? `, ${message.delivery}` : ""}. Below is how it would look today.`
          : `Due ${formatMoment(message.scheduledFor, timeZone, "short")}. Below is how it would look now.`}
      </p>
      {message.channel === "whatsapp" && !message.rewritten ? (
        <p className="text-ink-soft">
          This is the text approved by Meta, filled in with this guest's details.
          {words && message.status !== "sent"
            ? " Edit it to send your own text instead. Your own text reaches only guests who have written to you in the last 24 hours."
            : ""}
        </p>
      ) : null}
      {message.note ? <p className="rounded-lg bg-sunken p-3">{message.note}</p> : null}
      {content ? (
        <EmailView content={content} withSubject={message.channel === "email"} />
      ) : (
        <p className="font-semibold">{problem}</p>
      )}
    </div>
  );
}

type ActsProps = {
  detail: MessageDetail;
  timeZone: string;
  busy: boolean;
  act: (send: () => Promise<ScheduledMessage>, done: string) => void;
  edit: () => void;
};

/** A message that is sent this long before its scheduled time could confuse the guest, so we ask the host first. */
const EARLY_MS = 36 * 3_600_000;

function Acts({ detail: { message, words, content }, timeZone, busy, act, edit }: ActsProps) {
  const [asking, setAsking] = useState(false);
  const [openedAt] = useState(() => Date.now());
  const { status } = message;
  if (status === "sent") return null;
  const isEarly = Date.parse(message.scheduledFor) - openedAt > EARLY_MS;
  const send = () => act(() => sendNow(message), "Sending the message");
  if (asking) {
    return (
      <div role="alert" className="w-full space-y-3 rounded-lg border border-line-strong bg-sunken p-3">
        <p>
          This message is scheduled for <strong>{formatMoment(message.scheduledFor, timeZone, "short")}</strong>. If you
          send it now, {message.to} gets it early and it won't go out again.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button disabled={busy} onClick={() => setAsking(false)}>
            Keep the scheduled time
          </Button>
          <Button look="secondary" disabled={busy} onClick={send}>
            Send it early
          </Button>
        </div>
      </div>
    );
  }
  const again = status === "pending" ? "Send now" : status === "failed" ? "Retry" : "Send anyway";
  return (
    <>
      {content ? (
        <Button
          look={isEarly ? "secondary" : "primary"}
          disabled={busy}
          onClick={isEarly ? () => setAsking(true) : send}
        >
          {again}
        </Button>
      ) : null}
      {words ? (
        <Button look="secondary" disabled={busy} onClick={edit}>
          Edit
        </Button>
      ) : null}
      {status === "skipped" ? null : (
        <Button look="secondary" disabled={busy} onClick={() => act(() => skip(message), "Message skipped")}>
          Skip
        </Button>
      )}
    </>
  );
}

type Act = { send: () => Promise<ScheduledMessage>; done: string };

function useMessageAct(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ send }: Act) => send(),
    onSuccess: (_after, { done }) => toast({ title: done }),
    onError: failureToast("Nothing changed"),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: messagesQuery.queryKey }),
        client.invalidateQueries({ queryKey: messageQuery(id).queryKey }),
        client.invalidateQueries({ queryKey: ["/api/admin/dashboard"] }),
      ]),
  });
}
