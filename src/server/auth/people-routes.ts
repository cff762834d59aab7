import * as contract from "#contract/people.ts";
import type { Database } from "../database/connect.ts";
import { adminOf } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { notFound, Problem, signInRequired } from "../http/problem.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import { hashToken } from "../runtime/ids.ts";
import { acceptInvitation, inviteHost, type PeopleNeeds } from "./people.ts";
import { removeHost, type RemoveNeeds } from "./remove-host.ts";
import { busy, openFirstSession, weakCredentials } from "./session-answers-routes.ts";
import type { SignInNeeds } from "./sign-in.ts";

export type PeopleRouteNeeds = SignInNeeds &
  PeopleNeeds &
  RemoveNeeds & {
    database: Database;
    /** Email addresses that do not belong to a host's account. */
    mailboxes: () => Promise<{ contact: string; cleaner: string }>;
    setUpLimit: RateLimit;
  };

const LINK_USED = "This invitation has been used or withdrawn, or is older than 7 days. Ask for a new one.";

export function mountPeople(mount: Mount, needs: PeopleRouteNeeds): void {
  mount(contract.listPeople, async (_input, call) => {
    const admin = await adminOf(call);
    const [people, invitations, canEmail, shared, mailboxes] = await Promise.all([
      needs.people.list(),
      needs.people.invitations(needs.clock()),
      needs.canEmail(),
      needs.database.db.transaction().execute(needs.shared.read),
      needs.mailboxes(),
    ]);
    return {
      people: people.map(({ since, lastSeenAt, ...person }) => ({
        ...person,
        since: since.toISOString(),
        lastSeenAt: lastSeenAt?.toISOString() ?? null,
        you: person.id === admin.id,
      })),
      invitations: invitations.map(({ id, email, invitedBy, expiresAt }) => ({
        id,
        email,
        invitedBy,
        expiresAt: expiresAt.toISOString(),
      })),
      canEmail,
      shared,
      mailboxes,
    };
  });

  mount(contract.inviteHost, async ({ body }, call) => {
    const admin = await adminOf(call);
    const invited = await inviteHost(needs, { email: body.email, admin });
    if (invited.ok) {
      const { link, emailed, expiresAt } = invited;
      return { link, emailed, expiresAt: expiresAt.toISOString() };
    }
    if (invited.reason === "signed-out") return signInRequired();
    if (invited.reason === "too-many")
      return new Problem(409, "There are already ten open invitations. Withdraw one first.");
    const message = "This site can't email links yet. Leave the address empty and send the link yourself.";
    return new Problem(409, { message, fields: { email: message } });
  });

  mount(contract.withdrawInvitation, async ({ params }, call) => {
    const admin = await adminOf(call);
    const withdrawn = await needs.people.withdraw(params.id);
    if (!withdrawn) return notFound("This invitation has already been used or withdrawn.");
    const subject = withdrawn.email || "By a link";
    await needs.record({ actor: admin.username, act: "Withdrew an invitation", subject });
    return null;
  });

  mount(contract.removeHost, async ({ params, query }, call) => {
    const admin = await adminOf(call);
    // Hosts cannot remove themselves, so that nobody locks themselves out by mistake.
    if (params.id === admin.id) return new Problem(409, "You can't remove your own account. Ask another host to.");
    const renew = { cleanerLink: query.cleanerLink === "renew", feeds: query.feeds === "renew" };
    const removed = await removeHost(needs, { adminId: params.id, by: admin, renew });
    if (removed.ok) return removed;
    return removed.reason === "signed-out" ? signInRequired() : new Problem(409, removed.message);
  });

  mount(
    contract.invitationState,
    async ({ body }) => {
      const found = await needs.people.findInvitation(hashToken(body.token), needs.clock());
      return { works: found !== null, invitedBy: found?.invitedBy ?? "" };
    },
    needs.setUpLimit,
  );

  mount(
    contract.acceptInvitation,
    async ({ body: { token, ...credentials } }, call) => {
      const joined = await acceptInvitation(needs, credentials, token).catch(busy);
      if (joined instanceof Problem) return joined;
      if (!joined.ok) {
        return joined.reason === "weak" ? weakCredentials(joined) : new Problem(410, LINK_USED);
      }
      await openFirstSession(needs, call, joined.adminId);
      return { username: credentials.username };
    },
    needs.setUpLimit,
  );
}
