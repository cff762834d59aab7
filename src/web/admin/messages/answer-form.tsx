import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import type { HostConversation } from "#contract/conversation.ts";
import { UPLOAD_TYPES } from "#domain/media/image-limits.ts";
import { MAX_MESSAGE } from "#domain/messaging/conversation.ts";
import { conversationQuery, sendReply } from "../../api/conversation.ts";
import { randomKey } from "../../lib/random-key.ts";
import { ImagePlus } from "../../ui/later-icons.tsx";
import { TextAreaField } from "../../ui/text-field.tsx";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { fieldErrors } from "../../lib/display-error.ts";
import { useLeaveGuard } from "../frame/leave-guard.ts";
import { ChosenPictures } from "./chosen-pictures.tsx";
import { QuickReplyMenu } from "./quick-reply-menu.tsx";
import { type ChosenPicture, usePictures } from "./use-pictures.ts";

type Sending = { written: string; ids: string[]; items: ChosenPicture[] };
type Props = { bookingId: string; notEmailed: HostConversation["notEmailed"] };

const HINTS = {
  "no-address": "Your guest has no email address, so they can only read this on their booking page.",
  "not-set-up": "Email isn't set up, so your guest can only read this on their booking page.",
};

/** The text stays until it is sent. A retry after a lost response does not send the message a second time. */
export function ReplyForm({ bookingId, notEmailed }: Props) {
  const client = useQueryClient();
  const id = useId();
  const [text, setText] = useState("");
  const key = useRef(randomKey());
  const area = useRef<HTMLTextAreaElement>(null);
  const files = useRef<HTMLInputElement>(null);
  // A changed message gets a new key, even though the earlier version may have arrived.
  const pictures = usePictures(bookingId, () => (key.current = randomKey()));
  const isEmpty = !text.trim() && pictures.ids.length === 0;
  const send = useMutation({
    mutationFn: ({ written, ids }: Sending) => sendReply(bookingId, { text: written, pictures: ids }, key.current),
    onSuccess: (_sent, { written, items }) => {
      // What was added while the message was being sent is kept: it belongs to the next message.
      setText((now) => (now.startsWith(written) ? now.slice(written.length).trimStart() : now));
      pictures.clear(items);
      key.current = randomKey();
      area.current?.focus();
      return client.invalidateQueries({ queryKey: conversationQuery(bookingId).queryKey });
    },
  });
  useLeaveGuard(text.trim() !== "" || pictures.items.length > 0);
  const change = (written: string) => {
    setText(written);
    key.current = randomKey();
  };
  const remove = (picture: ChosenPicture) => {
    pictures.remove(picture);
    // The button that the host pressed no longer exists.
    area.current?.focus();
  };
  const insert = (reply: string) => {
    change(text.trim() ? `${text.trimEnd()}\n\n${reply}` : reply);
    area.current?.focus();
  };
  return (
    <div className="space-y-3 print:hidden">
      <Form
        id={id}
        className="space-y-3"
        onSubmit={() => {
          if (!isEmpty && !pictures.sending && !send.isPending)
            send.mutate({ written: text, ids: pictures.ids, items: pictures.items });
        }}
      >
        <TextAreaField
          label="Your message"
          hint={
            notEmailed ? HINTS[notEmailed] : "Your guest gets this by email, and can read it on their booking page."
          }
          error={fieldErrors(send.error)["text"]}
          ref={area}
          rows={4}
          dir="auto"
          maxLength={MAX_MESSAGE}
          value={text}
          onChange={change}
          onPaste={(event) => {
            const pasted = [...event.clipboardData.files];
            if (pasted.length === 0) return;
            event.preventDefault();
            pictures.add(pasted);
          }}
        />
        <ChosenPictures bookingId={bookingId} items={pictures.items} onRemove={remove} />
        {pictures.problem ? (
          <p role="alert" className="text-sm font-semibold text-danger">
            {pictures.problem}
          </p>
        ) : null}
        <ActError error={fieldErrors(send.error)["text"] ? null : send.error} />
      </Form>
      {/* These buttons are outside the form, because the saved replies open their own form. */}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" form={id} disabled={send.isPending || pictures.sending || isEmpty}>
          {send.isPending ? "Sending..." : "Send"}
        </Button>
        <Button look="secondary" onClick={() => files.current?.click()}>
          <ImagePlus className="size-5" />
          Add pictures
        </Button>
        <input
          ref={files}
          type="file"
          aria-label="Picture files"
          accept={UPLOAD_TYPES.join(",")}
          multiple
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            pictures.add([...(target.files ?? [])]);
            // Without this reset, the same file could not be chosen again.
            target.value = "";
          }}
        />
        <QuickReplyMenu onChoose={insert} />
      </div>
    </div>
  );
}
