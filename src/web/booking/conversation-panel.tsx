import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import type { Confirmation } from "#contract/booking.ts";
import type { ConversationEntry } from "#contract/conversation.ts";
import { MAX_MESSAGE } from "#domain/messaging/conversation.ts";
import { AS_RENDERED } from "../api/client.ts";
import { ownConversationQuery } from "../api/own-stay.ts";
import { useFormState } from "../app/page-state.ts";
import { formatMoment } from "../lib/format-date.ts";
import { inLanguage, paths } from "../lib/paths.ts";
import { rich } from "../lib/rich.tsx";
import { say } from "../lib/say.ts";
import { Button } from "../ui/button.tsx";
import { Field, inputClass } from "../ui/field.tsx";
import { LinkedText } from "../ui/linked-text.tsx";
import { Notice } from "../ui/notice.tsx";
import { Panel } from "./panel.tsx";

/** What guest and host have written, what was sent to the guest, and a plain form: it works with script and without. */
export function ConversationPanel({ booking }: { booking: Confirmation }) {
  const { data } = useQuery({ ...ownConversationQuery(booking.id), ...AS_RENDERED });
  if (!data) return null;
  const texts = say.own.conversation;
  const { entries, timeZone, sharesReading } = data;
  return (
    <div id="messages" className="scroll-mt-20 print:hidden">
      <Panel title={texts.title}>
        {entries.length === 0 ? (
          <p className="text-ink-soft">{texts.none}</p>
        ) : (
          <ol className="space-y-3">
            {entries.map((entry) => (
              <li key={entry.id} className={entry.kind === "guest" ? "ms-6 sm:ms-16" : "me-6 sm:me-16"}>
                <Entry entry={entry} timeZone={timeZone} />
              </li>
            ))}
          </ol>
        )}
        <WriteForm booking={booking} />
        {entries.some(({ kind }) => kind === "host") ? <ReadingChoice booking={booking} on={sharesReading} /> : null}
      </Panel>
    </div>
  );
}

function Entry({ entry, timeZone }: { entry: ConversationEntry; timeZone: string }) {
  const texts = say.own.conversation;
  const at = formatMoment(entry.at, timeZone, "short");
  if (entry.kind === "sent") {
    return (
      <details className="rounded-2xl border border-line px-4 py-2">
        <summary className="min-h-11 cursor-pointer py-2 wrap-anywhere">
          <span className="font-semibold">{entry.subject || texts.sent[entry.channel]}</span>
          <span className="block text-sm text-ink-soft">{texts.sentAt[entry.channel](at)}</span>
        </summary>
        {entry.text ? (
          <>
            <LinkedText text={entry.text} className="border-t border-line py-3" />
            <p className="pb-2 text-sm text-ink-soft">{texts.sentText}</p>
          </>
        ) : null}
      </details>
    );
  }
  const mine = entry.kind === "guest";
  return (
    <article className={`rounded-2xl px-4 py-3 ${mine ? "bg-good-surface" : "bg-sunken"}`}>
      <h3 className="text-sm text-ink-soft">
        {rich((mine ? texts.byGuest : texts.byHost)(at, entry.byEmail), {
          b: (words) => <span className="font-semibold text-ink">{words}</span>,
        })}
      </h3>
      <LinkedText text={entry.text} />
    </article>
  );
}

function WriteForm({ booking }: { booking: Confirmation }) {
  const texts = say.own.conversation;
  const { form, formKey } = useFormState();
  const returned = form?.values["intent"] === "message" ? form : null;
  const done = new URLSearchParams(useSearch()).get("done") === "message" && !returned;
  const problem = returned?.problem;
  const error = problem?.fields["text"];
  return (
    <form method="post" action={`${inLanguage(paths.confirmation(booking.id))}#messages`} className="space-y-3">
      <input type="hidden" name="intent" value="message" />
      <input type="hidden" name="formKey" value={formKey} />
      {done ? <Notice look="good">{texts.done}</Notice> : null}
      {problem && !error ? <Notice look="error">{problem.message}</Notice> : null}
      <Field
        id="message"
        label={texts.label}
        hint={booking.linkByMail && booking.guest.email ? texts.intro : texts.introWithoutMail}
        error={error}
      >
        {(parts) => (
          <textarea
            {...parts}
            name="text"
            rows={4}
            required
            maxLength={MAX_MESSAGE}
            dir="auto"
            defaultValue={returned?.values["text"] ?? ""}
            className={inputClass}
          />
        )}
      </Field>
      <Button type="submit">{texts.send}</Button>
    </form>
  );
}

function ReadingChoice({ booking, on }: { booking: Confirmation; on: boolean }) {
  const { reading } = say.own.conversation;
  return (
    <form
      method="post"
      action={`${inLanguage(paths.confirmation(booking.id))}#messages`}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft"
    >
      <input type="hidden" name="intent" value="reading" />
      <input type="hidden" name="share" value={on ? "no" : "yes"} />
      <p>{on ? reading.on : reading.off}</p>
      <Button type="submit" look="quiet" className="-mx-5 underline">
        {on ? reading.turnOff : reading.turnOn}
      </Button>
    </form>
  );
}
