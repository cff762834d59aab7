import { counted } from "#domain/text/counted.ts";
import { useMutation, type UseMutationResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Invitation, Person } from "#contract/people.ts";
import { invite, peopleQuery, withdraw } from "../api/people.ts";
import { siteQuery } from "../api/property.ts";
import { formatMoment } from "../lib/format-date.ts";
import { paths } from "../lib/paths.ts";
import { fieldErrors, reasonOf } from "../lib/display-error.ts";
import { Button } from "../ui/button.tsx";
import { CopyLink } from "../ui/copy-link.tsx";
import { Form } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextField } from "../ui/text-field.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { Card } from "./dashboard/card.tsx";
import { failureToast } from "./frame/failure-toast.ts";
import { Loaded } from "./frame/loaded.tsx";
import { type KnownToHosts, RemoveDialog, type Removed, RemovedNotice } from "./remove-host.tsx";

/** All hosts have the same rights; the audit log shows who did what. */
export function PeoplePage() {
  const hosts = useQuery(peopleQuery);
  const [removed, setRemoved] = useState<Removed | null>(null);
  return (
    <div className="mx-auto max-w-3xl space-y-6">
      <div>
        <TextLink href={paths.admin.settings}>Back to Settings</TextLink>
        <h1 className="font-serif text-3xl">People</h1>
        <p className="mt-1 text-ink-soft">
          Everyone here can do everything in this portal, and has their own password. The audit log shows who did what.
        </p>
      </div>
      {removed ? <RemovedNotice removed={removed} /> : null}
      <Loaded query={hosts} what="the hosts" loading="Loading hosts...">
        {(data) => (
          <>
            <Card title="Hosts">
              {data.people.length === 0 ? (
                <p>The demo has no accounts. In your own portal, you and everyone you invite are listed here.</p>
              ) : null}
              <ul className="divide-y divide-line">
                {data.people.map((person) => (
                  <PersonRow key={person.id} person={person} listed={data} onRemoved={setRemoved} />
                ))}
              </ul>
            </Card>
            <Card title="Invite another host">
              <Invite canEmail={data.canEmail} invitations={data.invitations} />
            </Card>
          </>
        )}
      </Loaded>
    </div>
  );
}

type RowProps = { person: Person; listed: KnownToHosts; onRemoved: (removed: Removed) => void };

function PersonRow({ person, listed, onRemoved }: RowProps) {
  const [asking, setAsking] = useState(false);
  const { username, you } = person;
  const timeZone = useQuery(siteQuery).data?.timeZone;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          {username}
          {you ? " (you)" : ""}
        </p>
        <p className="text-sm text-ink-soft">
          {person.lastSeenAt ? `Last seen ${formatMoment(person.lastSeenAt, timeZone, "short")}` : "Never signed in"}.{" "}
          {signInOf(person)}
        </p>
      </div>
      {you ? null : (
        <Button look="secondary" aria-label={`Remove ${username}`} onClick={() => setAsking(true)}>
          Remove
        </Button>
      )}
      {asking ? (
        <RemoveDialog person={person} known={listed} onRemoved={onRemoved} onClose={() => setAsking(false)} />
      ) : null}
    </li>
  );
}

function signInOf({ passkeys, secondFactor }: Person): string {
  const ways = [passkeys === 0 ? "" : counted(passkeys, "passkey"), secondFactor ? "two-factor sign-in" : ""].filter(
    Boolean,
  );
  return ways.length > 0 ? `Uses ${ways.join(" and ")}.` : "Signs in with a password only.";
}

function Invite({ canEmail, invitations }: { canEmail: boolean; invitations: Invitation[] }) {
  const client = useQueryClient();
  const made = useMutation({
    mutationFn: invite,
    onSettled: () => client.invalidateQueries(peopleQuery),
  });
  // The link for a withdrawn invitation is no longer shown.
  const forget = ({ expiresAt }: Invitation) => {
    if (expiresAt === made.data?.expiresAt) made.reset();
  };
  return (
    <>
      <InviteForm canEmail={canEmail} made={made} />
      {invitations.length > 0 ? <Invitations invitations={invitations} onWithdrawn={forget} /> : null}
    </>
  );
}

type Made = UseMutationResult<Awaited<ReturnType<typeof invite>>, Error, string>;

function InviteForm({ canEmail, made }: { canEmail: boolean; made: Made }) {
  const [email, setEmail] = useState("");
  const atField = fieldErrors(made.error)["email"];

  const submit = () => {
    if (!made.isPending) made.mutate(canEmail ? email.trim() : "", { onSuccess: () => setEmail("") });
  };
  return (
    <div className="space-y-4">
      <p className="max-w-prose text-ink-soft">
        The link works once and expires after 7 days. Whoever opens it chooses a username and password and becomes a
        host.
      </p>
      <Form method="post" onSubmit={submit} className="space-y-4">
        {canEmail ? (
          <TextField
            label="Email (optional)"
            hint="Leave empty to get a link that you can share."
            error={atField}
            name="email"
            type="email"
            value={email}
            onChange={setEmail}
          />
        ) : null}
        {made.error && !atField ? <Notice look="error">{reasonOf(made.error)}</Notice> : null}
        <Button type="submit" aria-disabled={made.isPending}>
          {email.trim() ? "Send the invitation" : "Create an invitation link"}
        </Button>
      </Form>
      {made.data ? (
        <Notice look="good">
          {made.data.emailed ? "We've sent the invitation. You can also share the link." : "The link is ready."}
        </Notice>
      ) : null}
      {made.data ? (
        <CopyLink
          label="Invitation link"
          hint="Copy it now, because we won't show it again. Send it only to the person you're inviting."
          href={location.origin + made.data.link}
        />
      ) : null}
    </div>
  );
}

type InvitationsProps = { invitations: Invitation[]; onWithdrawn: (invitation: Invitation) => void };

function Invitations({ invitations, onWithdrawn }: InvitationsProps) {
  const client = useQueryClient();
  const timeZone = useQuery(siteQuery).data?.timeZone;
  const end = useMutation({
    mutationFn: ({ id }: Invitation) => withdraw(id),
    onSuccess: (_ended, invitation) => onWithdrawn(invitation),
    onError: failureToast("Error"),
    onSettled: () => client.invalidateQueries(peopleQuery),
  });
  return (
    <div className="mt-6 border-t border-line pt-4">
      <h3 className="font-semibold">Open invitations</h3>
      <ul className="divide-y divide-line">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{invitation.email || "By link"}</p>
              <p className="text-sm text-ink-soft">
                From {invitation.invitedBy}, valid until {formatMoment(invitation.expiresAt, timeZone, "short")}
              </p>
            </div>
            <Button
              look="secondary"
              aria-label={`Withdraw the invitation ${invitation.email ? `for ${invitation.email}` : "by link"}, valid until ${formatMoment(invitation.expiresAt, timeZone, "short")}`}
              disabled={end.isPending}
              onClick={() => end.mutate(invitation)}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
