import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { CustomMessageInput, CustomMessageList, CustomMessageView } from "#contract/custom-messages.ts";
import type { MessagingSetup } from "#contract/messaging.ts";
import { textFor } from "#domain/messaging/custom-message.ts";
import { fill } from "#domain/messaging/template.ts";
import {
  byLanguage,
  DEFAULT_LANGUAGE,
  ENGLISH_NAMES,
  isLanguage,
  type Language,
  LANGUAGES,
} from "#domain/language/language.ts";
import {
  addCustom,
  customMessagesQuery,
  deleteCustom,
  messageFieldsQuery,
  saveCustom,
  testCustom,
} from "../../api/custom-messages.ts";
import { statusOf } from "../../api/client.ts";
import { messagesQuery, messagingSetupQuery, type MessageText } from "../../api/messaging.ts";
import { randomKey } from "../../lib/random-key.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { NamedErrorSummary } from "../frame/named-error-summary.tsx";
import { Form } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Switch } from "../../ui/switch.tsx";
import { toast } from "../../ui/toast-store.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { fieldErrors } from "../../lib/display-error.ts";
import { ChangesByOthers } from "../frame/changes-by-others.tsx";
import { useDraft } from "../frame/use-draft.ts";
import { EmailView } from "./email-view.tsx";
import { PreviewChoice } from "./preview-choice.tsx";
import { draftOf, FIRST_TIMING, type TimingDraft, timingErrors, TimingFields, timingOf } from "./timing-fields.tsx";
import { timingInWords } from "./timing-text.ts";
import { TextFields } from "./text-fields.tsx";

type Props = {
  /** Null for a new message. */
  message: CustomMessageView | null;
  list: CustomMessageList;
  setup: MessagingSetup;
  onClose: () => void;
};

const EMPTY_TEXT: MessageText = { subject: "", body: "" };

const NEW: CustomMessageView = {
  id: "",
  version: 0,
  title: "",
  timing: FIRST_TIMING,
  on: true,
  texts: { en: EMPTY_TEXT },
  waiting: 0,
};

type Fields = { title: string; timing: TimingDraft; on: boolean } & Record<Language, MessageText>;

/** Each language is a separate field, so two hosts can edit different languages at the same time. */
function fieldsOf({ title, timing, on, texts }: CustomMessageView): Fields {
  return { title, timing: draftOf(timing), on, ...byLanguage((language) => texts[language] ?? EMPTY_TEXT) };
}

const fieldId = (name: string) => `message-${name}`;
const focusOnMount = (summary: HTMLElement | null) => summary?.focus();

export function CustomMessageDialog({ message, list, setup, onClose }: Props) {
  const [language, setLanguage] = useState<Language>(DEFAULT_LANGUAGE);
  const [bookingId, setBookingId] = useState<string | null>(null);
  const [wrongTime, setWrongTime] = useState(false);
  const fields = useQuery({ ...messageFieldsQuery(bookingId ?? ""), enabled: bookingId !== null });
  const { save, remove } = useChanges(onClose);
  const stored = message ?? NEW;
  const draft = useDraft(stored, fieldsOf, { error: save.error ?? remove.error });
  const { title, timing, on, ...texts } = draft.fields;
  const test = useMutation({ mutationFn: testCustom });
  const busy = save.isPending || remove.isPending;

  const words = texts[language];
  const written = writtenTexts(texts);
  const shown = textFor(written, language);
  const values = bookingId === null ? setup.samples[shown.language] : fields.data?.values[shown.language];
  const typedTiming = timingOf(timing);
  const errors = errorsOf(
    {
      ...withoutPrefix(fieldErrors(save.error)),
      ...(wrongTime ? timingErrors(timing) : {}),
    },
    language,
  );
  const problems = Object.entries(errors).map(([name, message]) => ({ id: fieldId(name), message }));
  const change = (changed: Partial<MessageText>) => draft.change({ [language]: { ...words, ...changed } });

  return (
    <Dialog title={message ? `Message: ${message.title}` : "Add a message"} onClose={onClose}>
      <Form
        className="space-y-4"
        onSubmit={() => {
          setWrongTime(!typedTiming);
          if (!busy && typedTiming)
            save.mutate({ seen: message && draft.seen, input: { title, on, timing: typedTiming, texts: written } });
        }}
      >
        <TextField
          label="Name"
          id={fieldId("title")}
          hint="Only hosts see this."
          error={errors["title"]}
          maxLength={60}
          value={title}
          onChange={(title) => draft.change({ title })}
        />
        <TimingFields
          draft={timing}
          change={(changed) => draft.change({ timing: { ...timing, ...changed } })}
          errors={errors}
          idOf={fieldId}
          timeZone={list.hours.timeZone}
        />
        <SelectField
          label="Language of the text"
          hint={shown.language === language ? undefined : "Guests get the English text until you translate it here."}
          id={fieldId("language")}
          error={errors["language"]}
          value={language}
          options={LANGUAGES.map((one) => [one, ENGLISH_NAMES[one]])}
          onChange={setLanguage}
        />
        <TextFields
          words={words}
          fields={list.fields}
          errors={errors}
          idOf={fieldId}
          onSubject={(subject) => change({ subject })}
          onBody={(body) => change({ body })}
        />
        <PreviewChoice list={list} timing={typedTiming} bookingId={bookingId} choose={setBookingId} />
        {values ? <EmailView content={fill(shown.template, values)} /> : <p role="status">Loading the preview...</p>}
        <Button
          look="secondary"
          disabled={test.isPending || setup.email.problem !== null}
          onClick={() => test.mutate({ words: shown.template, language: shown.language, bookingId })}
        >
          {test.isPending ? "Sending..." : "Send it to yourself"}
        </Button>
        {test.data ? <Notice look="info">We're sending a test email to {test.data.to}.</Notice> : null}
        <ActError error={test.error} />
        <Switch
          label="Send this message"
          hint="Guests who have already booked get it too, unless the time to send it has passed."
          checked={on}
          onChange={(isOn) => draft.change({ on: isOn })}
        />
        {busy ? null : <ChangesByOthers lines={draft.changedByOthers.map((name) => lineOf(name, stored))} />}
        {problems.length > 0 ? (
          <NamedErrorSummary ref={focusOnMount} title="Please check the message" problems={problems} />
        ) : (
          <ActError error={save.error ?? remove.error} />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={busy}>
            {save.isPending ? "Saving..." : "Save"}
          </Button>
          <Button look="secondary" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          {message ? (
            <Button
              look="quiet"
              className="underline"
              disabled={busy}
              onClick={() => {
                if (confirm(`Delete “${message.title}”? Guests who haven't received it yet won't get it.`))
                  remove.mutate(draft.seen);
              }}
            >
              Delete
            </Button>
          ) : null}
        </div>
      </Form>
    </Dialog>
  );
}

function lineOf(name: keyof Fields, { title, timing, on, texts }: CustomMessageView): string {
  if (name === "title") return `Name: ${title}`;
  if (name === "timing") return `When it is sent: ${timingInWords(timing)}`;
  if (name === "on") return `Send this message: ${on ? "yes" : "no"}`;
  const text = texts[name];
  return `${ENGLISH_NAMES[name]}: ${text ? `${text.subject}\n${text.body}` : "No text"}`;
}

export function refetchMessages(client: QueryClient) {
  const queries = [customMessagesQuery, messagesQuery, messagingSetupQuery];
  return Promise.all(queries.map(({ queryKey }) => client.invalidateQueries({ queryKey })));
}

type Save = { seen: CustomMessageView | null; input: CustomMessageInput };

function useChanges(onClose: () => void) {
  const client = useQueryClient();
  // One key per dialog, so that saving a new message again after a lost response does not add it twice.
  const key = useRef(randomKey());
  const done = (title: string) => {
    toast({ title });
    onClose();
  };
  const onSettled = () => refetchMessages(client);
  const save = useMutation({
    mutationFn: ({ seen, input }: Save) => (seen ? saveCustom(seen, input) : addCustom(input, key.current)),
    onSuccess: () => done("Message saved"),
    onError: (error) => {
      // 422: the key was already used with other values, and the response to that request was lost.
      if (statusOf(error) === 422) key.current = randomKey();
    },
    onSettled,
  });
  const remove = useMutation({
    mutationFn: deleteCustom,
    onSuccess: () => done("Message deleted"),
    onSettled,
  });
  return { save, remove };
}

/** Leaves out empty texts, except the English one: guests then get the English text. */
function writtenTexts(texts: Record<Language, MessageText>): CustomMessageInput["texts"] {
  const written = Object.entries(texts).filter(([, { subject, body }]) => subject.trim() !== "" || body.trim() !== "");
  return { ...Object.fromEntries(written), en: texts.en };
}

/** With a version, the message's fields are one level deeper in the request body. */
function withoutPrefix(errors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([name, text]) => [name.replace(/^message\./, ""), text]));
}

/** An error in a language that is not shown belongs to the choice of language. */
function errorsOf(errors: Record<string, string>, shown: Language): Record<string, string> {
  const atField = Object.entries(errors).map(([name, text]) => {
    const [, language, part] = /^texts\.(\w+)\.(\w+)$/.exec(name) ?? [];
    if (!isLanguage(language) || part === undefined) return [name, text];
    return language === shown ? [part, text] : ["language", `${ENGLISH_NAMES[language]}: ${text}`];
  });
  return Object.fromEntries(atField);
}
