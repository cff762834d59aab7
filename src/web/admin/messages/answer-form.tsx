import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import type { HostConversation } from "#contract/conversation.ts";
import { MAX_MESSAGE } from "#domain/messaging/conversation.ts";
import { conversationQuery, sendAnswer } from "../../api/conversation.ts";
import { randomKey } from "../../booking/random-key.ts";
import { Button } from "../../ui/button.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { fieldErrors } from "../bookings/use-act.ts";
import { QuickReplyMenu } from "./quick-reply-menu.tsx";

type Props = { bookingId: string; notEmailed: HostConversation["notEmailed"] };

const HINTS = {
  "no-address": "Your guest has no email address, and reads it only on their booking's page.",
  "not-set-up": "Email is not set up, so your guest reads it only on their booking's page.",
};

/** What is typed stays until it is sent. Sent again after a lost answer, it is the same message. */
export function AnswerForm({ bookingId, notEmailed }: Props) {
  const client = useQueryClient();
  const id = useId();
  const [text, setText] = useState("");
  const key = useRef(randomKey());
  const area = useRef<HTMLTextAreaElement>(null);
  const send = useMutation({
    mutationFn: (written: string) => sendAnswer(bookingId, written, key.current),
    onSuccess: () => {
      setText("");
      key.current = randomKey();
      area.current?.focus();
      return client.invalidateQueries({ queryKey: conversationQuery(bookingId).queryKey });
    },
  });
  const change = (written: string) => {
    setText(written);
    // Another text is another message, also after one that may have arrived.
    key.current = randomKey();
  };
  const insert = (reply: string) => {
    change(text.trim() ? `${text.trimEnd()}\n\n${reply}` : reply);
    area.current?.focus();
  };
  return (
    <div className="space-y-3">
      <form
        id={id}
        noValidate
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() && !send.isPending) send.mutate(text);
        }}
      >
        <Field
          label="Your answer"
          hint={notEmailed ? HINTS[notEmailed] : "Your guest finds it on their booking's page, and gets it by email."}
          error={fieldErrors(send.error)["text"]}
        >
          {(parts) => (
            <textarea
              {...parts}
              ref={area}
              rows={4}
              dir="auto"
              maxLength={MAX_MESSAGE}
              className={inputClass}
              value={text}
              onChange={(event) => change(event.target.value)}
            />
          )}
        </Field>
        <ActError error={send.error} />
      </form>
      {/* The saved replies open a form of their own, so they stand outside of this one. */}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" form={id} disabled={send.isPending || !text.trim()}>
          {send.isPending ? "Sending..." : "Send"}
        </Button>
        <QuickReplyMenu onChoose={insert} />
      </div>
    </div>
  );
}
