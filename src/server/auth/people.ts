import { NAME_TAKEN } from "#domain/auth/username.ts";
import type { TimeZone } from "#domain/calendar/time-zone.ts";
import { deadlineIn } from "#texts/deadline.ts";
import type { Trx } from "../database/transaction.ts";
import { hashToken, randomId, randomToken } from "../runtime/ids.ts";
import { invitationKey, type PeopleStore } from "./people-queries.ts";
import type { RecordAct } from "./ports.ts";
import { type Credentials, newAdmin, type SetUpNeeds, type WeakCredentials } from "./set-up-admin.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long an invitation to become a host remains valid. */
const INVITATION_MS = 7 * DAY_MS;

export type PeopleNeeds = SetUpNeeds & {
  people: PeopleStore;
  record: RecordAct;
  timeZone: () => Promise<TimeZone>;
  /** Whether an email with a link can be sent. */
  canEmail: () => Promise<boolean>;
  /** An invitation email. `link` is a path on this site. */
  emailInvited: (
    trx: Trx,
    email: { key: string; to: string; subject: string; lines: string[]; link: string; usefulUntil: Date },
  ) => Promise<void>;
  /** A new host's notifications are initially sent to the email address of the accepted invitation. */
  notificationsTo: (trx: Trx, adminId: string, email: string) => Promise<void>;
};

type Inviting = { id: string; username: string; sessionHash: string };
type Invited = { ok: true; link: string; emailed: boolean; expiresAt: Date };

/**
 * A one-time link for another host. The link's secret appears only in this response and, if requested, in one email.
 */
export async function inviteHost(
  needs: PeopleNeeds,
  { email, admin }: { email: string; admin: Inviting },
): Promise<Invited | { ok: false; reason: "cannot-email" | "too-many" | "signed-out" }> {
  if (email && !(await needs.canEmail())) return { ok: false, reason: "cannot-email" };
  const actor = admin.username;
  const token = randomToken();
  const createdAt = needs.clock();
  const expiresAt = new Date(createdAt.getTime() + INVITATION_MS);
  const link = `/admin/invitation#${token}`;
  const cottage = await needs.propertyName();
  const until = deadlineIn("en", expiresAt, await needs.timeZone());
  const invitation = { id: randomId(), tokenHash: hashToken(token), email, invitedBy: actor, createdAt, expiresAt };
  const made = await needs.people.invite(invitation, admin, async (trx) => {
    await needs.record({ actor, act: "Invited a host", subject: email || "By a link" }, trx);
    if (!email) return;
    await needs.emailInvited(trx, {
      key: invitationKey(invitation.id),
      to: email,
      subject: `${actor} invites you to host ${cottage}`,
      lines: [
        `${actor} invites you to manage ${cottage} with them: bookings, guests, prices and messages.`,
        `Open the link by ${until} and choose your own username and password. The link works only once.`,
        "If you don't know what this is about, you can ignore this email.",
      ],
      link,
      usefulUntil: expiresAt,
    });
  });
  return made.ok ? { ok: true, link, emailed: email !== "", expiresAt } : made;
}

export type JoinResult = { ok: true; adminId: string } | { ok: false; reason: "link-used" } | WeakCredentials;

/** Creates an account from an invitation, under the same rules as any new account. */
export async function acceptInvitation(
  needs: PeopleNeeds,
  credentials: Credentials,
  token: string,
): Promise<JoinResult> {
  const tokenHash = hashToken(token);
  // Checked before the password is hashed, because hashing is expensive and the link may simply be too old.
  const invitation = await needs.people.findInvitation(tokenHash, needs.clock());
  if (!invitation) return { ok: false, reason: "link-used" };
  const made = await newAdmin(needs, credentials);
  if (!made.ok) return made;
  const { admin } = made;
  const added = await needs.people.add(admin, {
    tokenHash,
    during: async (trx, email) => {
      if (email) await needs.notificationsTo(trx, admin.id, email);
      const after = { invitedBy: invitation.invitedBy };
      await needs.record({ actor: admin.username, act: "Accepted an invitation", subject: "Account", after }, trx);
    },
  });
  if (added.ok) return { ok: true, adminId: admin.id };
  return added.reason === "link-used"
    ? { ok: false, reason: "link-used" }
    : { ok: false, reason: "weak", field: "username", message: NAME_TAKEN };
}
