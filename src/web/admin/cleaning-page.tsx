import { counted } from "#domain/text/counted.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CLEANER_NOTE_MAX, type CleanerPage, type ShownChangeover } from "#contract/cleaning.ts";
import { cleaningQuery, closePage, markDay, openPage, savePage } from "../api/cleaning.ts";
import { formatDate } from "../lib/format-date.ts";
import { paths } from "../lib/paths.ts";
import { reasonOf } from "../lib/display-error.ts";
import { Button, ButtonAnchor } from "../ui/button.tsx";
import { CopyLink } from "../ui/copy-link.tsx";
import { Form } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast-store.ts";
import { TextAreaField, TextField } from "../ui/text-field.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { ActError } from "./bookings/act-error.tsx";
import { Card } from "./dashboard/card.tsx";
import { ChangesByOthers } from "./frame/changes-by-others.tsx";
import { failureToast } from "./frame/failure-toast.ts";
import { useDraft } from "./frame/use-draft.ts";
import { Loaded } from "./frame/loaded.tsx";

export function CleaningPage() {
  const plan = useQuery(cleaningQuery);
  return (
    <div className="mx-auto max-w-3xl space-y-6">
      <div>
        <TextLink href={paths.admin.settings}>Back to Settings</TextLink>
        <h1 className="font-serif text-3xl">Cleaning</h1>
        <p className="mt-1 text-ink-soft">See when guests leave and arrive, and share a page with your cleaner.</p>
      </div>
      <Loaded query={plan} what="the cleaning plan" loading="Loading the cleaning plan...">
        {(page) => (
          <>
            <Card title="Next changeovers">
              <Changeovers page={page} />
            </Card>
            <Card title="Page for the cleaner">
              <LinkCard page={page} />
            </Card>
          </>
        )}
      </Loaded>
    </div>
  );
}

function Changeovers({ page }: { page: CleanerPage }) {
  const client = useQueryClient();
  const mark = useMutation({
    mutationFn: markDay,
    onError: failureToast("Error"),
    onSuccess: (fresh) => client.setQueryData(cleaningQuery.queryKey, fresh),
  });
  if (page.changeovers.length === 0)
    return <p className="text-ink-soft">No arrivals or departures in the next 60 days.</p>;
  return (
    <ul className="divide-y divide-line">
      {page.changeovers.map((one) => (
        <li key={one.day} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2 font-medium">
              <span>
                {one.day === page.today ? "Today, " : ""}
                {formatDate(one.day)}
              </span>
              {one.sameDay ? (
                <span className="rounded-full bg-sunken px-3 py-0.5 text-sm font-semibold">Same-day arrival</span>
              ) : null}
            </p>
            <p className="text-sm text-ink-soft">
              {departure(one)} {arrival(one)}
            </p>
            {one.done ? (
              <p className="text-sm font-semibold text-good">
                Done {moment(one.done.at, page.timeZone)}
                {one.done.by === "cleaner" ? "" : ` by ${one.done.by}`}
              </p>
            ) : null}
          </div>
          {one.day <= page.today ? (
            <Button
              look="secondary"
              disabled={mark.isPending}
              aria-label={`${one.done ? "Mark as not done" : "Mark as done"}: ${formatDate(one.day)}`}
              onClick={() => mark.mutate({ day: one.day, done: one.done === null })}
            >
              {one.done ? "Mark as not done" : "Mark as done"}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function LinkCard({ page }: { page: CleanerPage }) {
  const client = useQueryClient();
  // `seen` is the link that was shown when the host chose the action; another host may replace it before they confirm.
  const [asking, setAsking] = useState<{ about: "renew" | "end"; seen: string } | null>(null);
  const settled = async () => {
    setAsking(null);
    await client.invalidateQueries(cleaningQuery);
  };
  const note = useNote(page);
  const open = useMutation({
    mutationFn: openPage,
    onError: failureToast("Error"),
    onSuccess: () => note.save.reset(),
    onSettled: settled,
  });
  const close = useMutation({
    mutationFn: closePage,
    onError: failureToast("Error"),
    onSuccess: note.draft.discard,
    onSettled: settled,
  });
  const busy = open.isPending || close.isPending;
  const seen = page.path;
  if (seen === null) {
    return (
      <div className="space-y-4">
        <p className="max-w-prose">
          Your cleaner gets a page with a secret link. It shows dates, times and guest counts, but no names or contact
          details. It needs no password and works on any phone.
        </p>
        {note.problem ? <Notice look="error">{reasonOf(note.problem)}</Notice> : null}
        <Button aria-disabled={busy} onClick={() => busy || open.mutate(null)}>
          Create a link
        </Button>
      </div>
    );
  }
  return (
    <div className="space-y-6">
      <CopyLink
        label="The cleaner's link"
        hint="Anyone with this link can see the plan, mark cleanings as done, and change the email address for notifications."
        href={shown(seen)}
      />
      <NoteForm page={page} note={note} />
      <div className="space-y-3 border-t border-line pt-4">
        {asking ? (
          <>
            <p>
              {asking.about === "renew"
                ? "The current link and its calendar will stop working right away. Send the new link to the cleaner."
                : "The link and its calendar will stop working right away, emails to the cleaner will stop, and the note will be deleted."}
            </p>
            <div className="flex flex-wrap gap-3">
              <Button
                look="danger"
                aria-disabled={busy}
                onClick={() => busy || (asking.about === "renew" ? open : close).mutate(asking.seen)}
              >
                {asking.about === "renew" ? "Replace the link" : "Remove the link"}
              </Button>
              <Button look="secondary" onClick={() => setAsking(null)}>
                Keep it
              </Button>
            </div>
          </>
        ) : (
          <div className="flex flex-wrap gap-3">
            <ButtonAnchor look="secondary" href={seen} target="_blank" rel="noreferrer">
              Open the page
            </ButtonAnchor>
            <Button look="secondary" onClick={() => setAsking({ about: "renew", seen })}>
              Replace the link...
            </Button>
            <Button look="secondary" onClick={() => setAsking({ about: "end", seen })}>
              Remove the link...
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

/** What was typed is kept even if another host removes the link, although that hides the form. */
function useNote(page: CleanerPage) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: savePage,
    onError: () => client.invalidateQueries(cleaningQuery),
    onSuccess: (fresh) => {
      client.setQueryData(cleaningQuery.queryKey, fresh);
      toast({ title: "Saved", description: "The cleaner's page is up to date." });
    },
  });
  const draft = useDraft(withVersion(page), textsOf, { error: save.error });
  return { save, draft, problem: save.error };
}

function NoteForm({ page, note: { save, draft, problem } }: { page: CleanerPage; note: ReturnType<typeof useNote> }) {
  function submit(): void {
    const { edits, seen } = draft;
    const saved = (fresh: CleanerPage) => draft.saved(edits, withVersion(fresh));
    if (!save.isPending) save.mutate({ ...edits, seen: textsOf(seen) }, { onSuccess: saved });
  }
  return (
    <Form method="post" onSubmit={submit} className="space-y-4">
      <TextAreaField
        {...draft.field("note")}
        label="Note for the cleaner"
        hint="Anyone with the link can read it."
        name="note"
        rows={4}
        maxLength={CLEANER_NOTE_MAX}
      />
      <TextField
        {...draft.field("email")}
        label="Email the cleaner when the plan changes"
        hint={
          page.canEmail
            ? "Leave empty for no emails. The cleaner can change this on their page."
            : "Email isn't set up yet, so we can't send anything."
        }
        name="email"
        type="email"
      />
      {save.isPending ? null : (
        <ChangesByOthers
          lines={draft.changedByOthers.map((name) =>
            name === "note" ? `Note: ${page.note || "None"}` : `Email: ${page.email || "None"}`,
          )}
        />
      )}
      <ActError error={problem} />
      <Button type="submit" look="secondary" aria-disabled={save.isPending}>
        {save.isPending ? "Saving..." : "Save"}
      </Button>
    </Form>
  );
}

type Texts = Pick<CleanerPage, "note" | "email">;

const textsOf = ({ note, email }: Texts): Texts => ({ note, email });
const withVersion = (page: Texts) => ({ ...textsOf(page), version: JSON.stringify(textsOf(page)) });

function shown(path: string): string {
  return location.origin + path;
}

function departure({ leaving }: ShownChangeover): string {
  return leaving === 0 ? "" : `${people(leaving)} ${leaving === 1 ? "leaves" : "leave"}.`;
}

function arrival({ leaving, next, sameDay }: ShownChangeover): string {
  if (!next) return "No arrival booked yet.";
  const when = sameDay ? " the same day" : leaving === 0 ? "" : ` on ${formatDate(next.day)}`;
  return `${people(next.guests)} ${next.guests === 1 ? "arrives" : "arrive"}${when}.`;
}

function people(count: number | null): string {
  if (count === null) return "Guests from a platform";
  return counted(count, "guest");
}

function moment(at: string, timeZone: string): string {
  return new Date(at).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short", timeZone });
}
