import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { ResponseBody } from "#contract/endpoint.ts";
import type { listPeople, Person, SharedAddresses } from "#contract/people.ts";
import { peopleQuery, removePerson } from "../api/people.ts";
import { reasonOf } from "../lib/display-error.ts";
import { paths } from "../lib/paths.ts";
import { portalPaths } from "../lib/portal-paths.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";

export type Removed = { username: string; renewed: SharedAddresses; stillKnown: SharedAddresses };

/** The shared links, and the email addresses that may belong to the removed host. */
export type KnownToHosts = Pick<ResponseBody<typeof listPeople>, "shared" | "mailboxes">;

type Props = { person: Person; known: KnownToHosts; onRemoved: (removed: Removed) => void; onClose: () => void };

export function RemoveDialog({ person, known, onRemoved, onClose }: Props) {
  const { id, username } = person;
  const { shared, mailboxes } = known;
  const client = useQueryClient();
  const [cleanerLink, setCleanerLink] = useState(true);
  const [feeds, setFeeds] = useState(false);
  const remove = useMutation({
    mutationFn: () =>
      removePerson({
        params: { id },
        query: { cleanerLink: cleanerLink ? "renew" : "keep", feeds: feeds ? "renew" : "keep" },
      }),
    onSuccess: async (response) => {
      onRemoved({ username, ...response });
      await client.invalidateQueries(peopleQuery);
    },
  });
  return (
    <Dialog title={`Remove ${username}?`} onClose={onClose}>
      <div className="space-y-4">
        <p>
          They'll be signed out everywhere right away. Their password and passkeys will stop working, and they'll get no
          more notifications. Their actions stay in the audit log.
        </p>
        {shared.cleanerLink || shared.feeds.length > 0 ? (
          <fieldset className="space-y-2">
            <legend className="mb-2">They may have kept these links, which work without a password:</legend>
            {shared.cleanerLink ? (
              <Tick
                label="Replace the cleaner's link"
                about="Send the new link to the cleaner. The old one stops working right away."
                checked={cleanerLink}
                onChange={setCleanerLink}
              />
            ) : null}
            {shared.feeds.length > 0 ? (
              <Tick
                label={`Replace the calendar links for ${listed(shared.feeds)}`}
                about="They show which nights are taken, but no guest details. You have two days to paste each new link into its platform. After that, a platform with the old link can't see your bookings."
                checked={feeds}
                onChange={setFeeds}
              />
            ) : null}
          </fieldset>
        ) : null}
        {mailboxes.contact || mailboxes.cleaner ? (
          <div>
            <p>These addresses still get emails. If one of them is theirs, change it:</p>
            <ul className="list-disc pl-5">
              {mailboxes.contact ? (
                <li className="wrap-anywhere">
                  {mailboxes.contact}, about bookings and sign-ins (<To href={paths.admin.settings}>Settings</To>)
                </li>
              ) : null}
              {mailboxes.cleaner ? (
                <li className="wrap-anywhere">
                  {mailboxes.cleaner}, about the cleaning plan (<To href={portalPaths.cleaning}>Cleaning</To>)
                </li>
              ) : null}
            </ul>
          </div>
        ) : null}
        {remove.error ? <Notice look="error">{reasonOf(remove.error)}</Notice> : null}
        <div className="flex flex-wrap gap-3">
          <Button look="danger" aria-disabled={remove.isPending} onClick={() => remove.isPending || remove.mutate()}>
            Remove {username}
          </Button>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function To({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="font-semibold underline">
      {children}
    </Link>
  );
}

type TickProps = { label: string; about: string; checked: boolean; onChange: (checked: boolean) => void };

function Tick({ label, about, checked, onChange }: TickProps) {
  return (
    <label className="grid cursor-pointer grid-cols-[auto_1fr] gap-x-3 rounded-xl border border-line p-3">
      <input
        type="checkbox"
        className="row-span-2 mt-0.5 size-5 accent-accent"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className="font-medium wrap-anywhere">{label}</span>
      <span className="text-sm text-ink-soft">{about}</span>
    </label>
  );
}

export function RemovedNotice({ removed: { username, renewed, stillKnown } }: { removed: Removed }) {
  return (
    <Notice look="good">
      <p>{username} can no longer sign in.</p>
      {renewed.cleanerLink ? (
        <p>
          The cleaner's link has been replaced. <To href={portalPaths.cleaning}>Send it to the cleaner</To>
        </p>
      ) : null}
      {renewed.feeds.length > 0 ? (
        <p>
          The calendar links for {listed(renewed.feeds)} are new. The old ones will stop working in two days.{" "}
          <To href={paths.admin.channels}>Paste each new link into its platform</To>
        </p>
      ) : null}
      {stillKnown.cleanerLink ? (
        <p>They may still know the cleaner's link. You can replace it under Cleaning.</p>
      ) : null}
      {stillKnown.feeds.length > 0 ? (
        <p>
          They may still know the calendar links for {listed(stillKnown.feeds)}. You can replace them under Channels.
        </p>
      ) : null}
    </Notice>
  );
}

const listed = (names: readonly string[]) => new Intl.ListFormat("en-US").format(names);
