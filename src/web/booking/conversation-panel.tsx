import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import type { Confirmation } from "#contract/booking.ts";
import type { ConversationEntry } from "#contract/conversation.ts";
import { type MessagePicture, picturePath } from "#contract/message-picture.ts";
import { UPLOAD_TYPES } from "#domain/media/image-limits.ts";
import { MAX_MESSAGE, MAX_PICTURES } from "#domain/messaging/conversation.ts";
import { AS_RENDERED } from "../api/client.ts";
import { ownConversationQuery } from "../api/own-stay.ts";
import { useFormState } from "../lib/page-state.ts";
import { formatMoment } from "../lib/format-date.ts";
import { inLanguage, paths } from "../lib/paths.ts";
import { rich } from "../lib/rich.tsx";
import { say } from "../lib/say.ts";
import { Button } from "../ui/button.tsx";
import { Field, inputClass } from "../ui/field.tsx";
import { LinkedText } from "../ui/linked-text.tsx";
import { Notice } from "../ui/notice.tsx";
import { Panel } from "./panel.tsx";

/** The messages that the guest was sent automatically are listed too. */
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
                <Entry entry={entry} timeZone={timeZone} bookingId={booking.id} />
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

function Entry({ entry, timeZone, bookingId }: { entry: ConversationEntry; timeZone: string; bookingId: string }) {
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
      {entry.text ? <LinkedText text={entry.text} /> : null}
      {entry.pictures.length > 0 ? <Pictures bookingId={bookingId} pictures={entry.pictures} /> : null}
    </article>
  );
}

function Pictures({ bookingId, pictures }: { bookingId: string; pictures: readonly MessagePicture[] }) {
  const texts = say.own.conversation;
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {pictures.map(({ id, width, height }, index) => (
        <li key={id}>
          <a
            href={picturePath("guest", bookingId, id, "large")}
            aria-label={texts.openPicture(texts.picture(index + 1, pictures.length))}
            className="block"
          >
            <img
              src={picturePath("guest", bookingId, id, "small")}
              alt={texts.picture(index + 1, pictures.length)}
              width={width}
              height={height}
              loading="lazy"
              className="h-40 w-auto max-w-full rounded-lg object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

function WriteForm({ booking }: { booking: Confirmation }) {
  const texts = say.own.conversation;
  const { form, formKey } = useFormState();
  const returned = form?.values["intent"] === "message" ? form : null;
  const done = new URLSearchParams(useSearch()).get("done") === "message" && !returned;
  const { text: error, pictures: pictureError } = returned?.problem?.fields ?? {};
  return (
    <form
      method="post"
      encType="multipart/form-data"
      action={inLanguage(paths.confirmation(booking.id))}
      className="space-y-3"
    >
      <input type="hidden" name="intent" value="message" />
      <input type="hidden" name="formKey" value={formKey} />
      {done ? <Notice look="good">{texts.done}</Notice> : null}
      <Field
        id="message"
        label={texts.label}
        hint={booking.linkByMail ? texts.intro : texts.introWithoutMail}
        error={error}
      >
        {(parts) => (
          <textarea
            {...parts}
            name="text"
            rows={4}
            maxLength={MAX_MESSAGE}
            dir="auto"
            defaultValue={returned?.values["text"] ?? ""}
            className={inputClass}
          />
        )}
      </Field>
      <ReadyPictures bookingId={booking.id} ids={returned?.values["picture"]?.split(" ").filter(Boolean) ?? []} />
      {/* The pictures come after the text, because the server reads only the beginning of a form that is too large. */}
      <Field id="pictures" label={texts.pictures} hint={texts.picturesHint(MAX_PICTURES)} error={pictureError}>
        {(parts) => (
          <input
            {...parts}
            type="file"
            name="pictures"
            multiple
            accept={UPLOAD_TYPES.join(",")}
            className={inputClass}
          />
        )}
      </Field>
      <Button type="submit">{texts.send}</Button>
    </form>
  );
}

/** From a form that the server returned: already uploaded, so the guest need not choose them again. */
function ReadyPictures({ bookingId, ids }: { bookingId: string; ids: readonly string[] }) {
  const texts = say.own.conversation;
  if (ids.length === 0) return null;
  return (
    <fieldset className="space-y-2">
      <legend className="font-semibold">{texts.ready}</legend>
      {ids.map((id, index) => (
        <label key={id} className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name="picture" value={id} defaultChecked className="size-5" />
          <img src={picturePath("guest", bookingId, id, "small")} alt="" className="h-20 w-auto rounded-lg" />
          {texts.picture(index + 1, ids.length)}
        </label>
      ))}
    </fieldset>
  );
}

function ReadingChoice({ booking, on }: { booking: Confirmation; on: boolean }) {
  const { reading } = say.own.conversation;
  return (
    <form
      method="post"
      action={inLanguage(paths.confirmation(booking.id))}
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
