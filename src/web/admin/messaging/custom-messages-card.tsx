import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CustomMessageView } from "#contract/custom-messages.ts";
import type { MessagingSetup } from "#contract/messaging.ts";
import { ENGLISH_NAMES, OTHER_LANGUAGES } from "#domain/language/language.ts";
import { customMessagesQuery, saveCustom } from "../../api/custom-messages.ts";
import { POLLED } from "../../api/messaging.ts";
import { formatList } from "../../lib/format-date.ts";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/switch.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { Card } from "../dashboard/card.tsx";
import { Loaded } from "../frame/loaded.tsx";
import { CustomMessageDialog, refetchMessages } from "./custom-message-dialog.tsx";
import { timingInWords } from "./timing-text.ts";

export function CustomMessagesCard({ setup }: { setup: MessagingSetup }) {
  const list = useQuery({ ...customMessagesQuery, ...POLLED });
  const [open, setOpen] = useState<CustomMessageView | "new" | null>(null);
  // If another host deletes the message that is open, its dialog keeps what was typed.
  const latest = (opened: CustomMessageView) => list.data?.messages.find(({ id }) => id === opened.id) ?? opened;
  return (
    <Card title="Your own messages">
      <p className="text-ink-soft">
        Add messages about what to pack or when the market is, or invite guests to come back. You choose when to send
        each.
      </p>
      <Loaded query={list} what="your messages" loading={null}>
        {(data) => (
          <>
            {data.messages.length > 0 ? (
              <ul className="mt-3 divide-y divide-line">
                {data.messages.map((message) => (
                  <Row key={message.id} message={message} edit={() => setOpen(message)} />
                ))}
              </ul>
            ) : null}
            <Button look="secondary" className="mt-4" onClick={() => setOpen("new")}>
              Add a message
            </Button>
            {open ? (
              <CustomMessageDialog
                message={open === "new" ? null : latest(open)}
                list={data}
                setup={setup}
                onClose={() => setOpen(null)}
              />
            ) : null}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Row({ message, edit }: { message: CustomMessageView; edit: () => void }) {
  const client = useQueryClient();
  const { title, timing, on, texts, waiting } = message;
  const turn = useMutation({
    mutationFn: (isOn: boolean) => saveCustom(message, { title, timing, texts, on: isOn }),
    onSettled: () => refetchMessages(client),
  });
  const others = OTHER_LANGUAGES.filter((language) => texts[language]);
  const also = others.length > 0 ? ` Also in ${formatList(others.map((language) => ENGLISH_NAMES[language]))}.` : "";
  const waits = waiting === 1 ? "1 is waiting to be sent." : `${waiting || "None"} are waiting to be sent.`;
  return (
    <li className="py-2">
      <Switch
        label={title}
        hint={`${timingInWords(timing)}. ${on ? waits : "Switched off."}${also}`}
        checked={turn.isPending ? turn.variables : on}
        onChange={(isOn) => {
          if (!turn.isPending) turn.mutate(isOn);
        }}
      />
      <Button look="quiet" className="-mx-5 underline" onClick={edit}>
        Edit<span className="sr-only"> {title}</span>
      </Button>
      <ActError error={turn.error} />
    </li>
  );
}
