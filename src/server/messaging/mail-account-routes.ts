import type { BaseNeeds } from "../core/base-needs.ts";
import { readMailAccount, removeMailAccount, saveMailAccount, testMailAccount } from "#contract/mail-account.ts";
import { NO_CONTACT_EMAIL } from "#contract/messaging.ts";
import { DEFAULT_LANGUAGE } from "#domain/language/language.ts";
import { contentOf } from "#domain/messaging/template.ts";
import type { Reach } from "../core/public-hosts.ts";
import type { SecretBox } from "../core/secret-files.ts";
import type { Db } from "../database/connect.ts";
import { actorOf, type Call } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { Problem } from "../http/problem.ts";
import { randomId } from "../runtime/ids.ts";
import { createEmailSender } from "./email-sender.ts";
import { belongsTo, deleteMailRow, readMailRow, writeMailRow } from "./mail-account-queries.ts";
import { type Outgoing, TEXT_ONLY } from "./ports.ts";
import type { PropertyInfo } from "./property-queries.ts";
import { type createPortalMail, serverOf } from "./portal-mail-client.ts";

export type MailAccountNeeds = Pick<BaseNeeds, "clock" | "record"> & {
  db: Db;
  box: SecretBox;
  reach: Reach;
  portal: ReturnType<typeof createPortalMail>;
  /** The operator's email setting in the environment, which takes precedence; null if there is none. */
  fixed: "environment" | "local" | null;
  property: () => Promise<PropertyInfo>;
  /** Where test emails go; empty if there is no address yet. */
  testEmailTo: (call: Call) => Promise<string>;
};

/** The host is waiting for the result. */
const TEST_WITHIN_MS = 45_000;
const PASSWORD_NEEDED = "Enter the password of the mail account.";
const passwordNeeded = () => new Problem(400, { message: PASSWORD_NEEDED, fields: { password: PASSWORD_NEEDED } });

export function mountMailAccount(mount: Mount, needs: MailAccountNeeds): void {
  const { db, box, portal, clock, record } = needs;

  /** The password that the host entered, or the stored password if it belongs to the same account. */
  async function passwordFor(account: { host: string; port: number; username: string; password: string }) {
    if (account.password) return account.password;
    const row = await readMailRow(db);
    // The password of the old server must not be sent to a different server.
    if (!row || belongsTo(row) !== belongsTo(account)) return null;
    const opened = await box.open(row.sealedPassword, belongsTo(row));
    return opened.ok ? opened.secret : null;
  }

  mount(readMailAccount, async () => {
    const { row, problem } = await portal.state();
    const account = row && {
      host: row.host,
      port: row.port,
      security: row.security,
      username: row.username,
      from: row.from,
      hasPassword: problem === null,
    };
    const source = needs.fixed ?? (row ? ("portal" as const) : ("none" as const));
    return { source, problem: needs.fixed ? null : problem, account };
  });

  mount(saveMailAccount, async ({ body }, call) => {
    const actor = await actorOf(call);
    const sealer = await box.sealer();
    if (!sealer.ok) return new Problem(409, sealer.reason);
    const password = await passwordFor(body);
    if (password === null) return passwordNeeded();
    const { host, port, security, username, from } = body;
    const before = await readMailRow(db);
    const sealedPassword = sealer.seal(password, belongsTo(body));
    const account = { host, port, security, username, sealedPassword, from, changedAt: clock().toISOString() };
    await db.transaction().execute(async (trx) => {
      await writeMailRow(trx, account, actor);
      const shown = (one: typeof account) => ({
        server: `${one.host}:${one.port}`,
        username: one.username,
        from: one.from,
      });
      const change = { ...(before ? { before: shown(before) } : {}), after: shown(account) };
      await record({ actor, act: "Set up email", subject: "Email", ...change }, trx);
      // A pause caused by the previous account no longer applies.
      await trx.deleteFrom("message_channel").where("channel", "=", "email").execute();
    });
    portal.forget();
    return null;
  });

  mount(removeMailAccount, async (_input, call) => {
    const actor = await actorOf(call);
    await db.transaction().execute(async (trx) => {
      if (await deleteMailRow(trx)) await record({ actor, act: "Removed the mail account", subject: "Email" }, trx);
    });
    portal.forget();
    return null;
  });

  mount(testMailAccount, async ({ body }, call) => {
    const password = await passwordFor(body);
    if (password === null) return passwordNeeded();
    const server = await serverOf({ ...body, password }, needs.reach);
    if (!server.ok) return { ok: false, message: server.message };
    const { name } = await needs.property();
    const address = await needs.testEmailTo(call);
    if (!address) return { ok: false, message: NO_CONTACT_EMAIL };
    const sender = createEmailSender(server.server, { address: body.from }, 1, TEST_WITHIN_MS);
    const outcome = await sender.send(testEmail({ name, address })).finally(() => sender.close());
    return outcome.ok
      ? { ok: true, message: `It works. A test email to ${address} is on its way.` }
      : { ok: false, message: outcome.reason };
  });
}

export const testEmailText = (cottage: string) => ({
  subject: `Test email from ${cottage}`,
  body: "This is a test email. Your email settings work.",
});

/** The email with which the host tests the settings; `host.name` is the cottage's name. */
export function testEmail(host: Outgoing["to"]): Outgoing {
  const { subject, body } = testEmailText(host.name);
  return {
    id: `test-${randomId()}`,
    type: "test",
    to: host,
    language: DEFAULT_LANGUAGE,
    content: contentOf(subject, [body], null),
    cottage: host.name,
    replyTo: host,
    unverified: false,
    ...TEXT_ONLY,
  };
}
