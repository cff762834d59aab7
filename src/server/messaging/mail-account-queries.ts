import type { Kysely } from "kysely";
import type { MailSecurity } from "#contract/mail-account.ts";
import type { Schema } from "../database/schema.ts";

const ROW = 1;

export type StoredMailAccount = {
  host: string;
  port: number;
  security: MailSecurity;
  username: string;
  sealedPassword: string;
  from: string;
  changedAt: string;
};

/**
 * The account to which an encrypted password is bound. If somebody changes only the server in the database, the
 * password can no longer be decrypted, so the password is never sent to that server.
 */
export function belongsTo({ host, port, username }: Pick<StoredMailAccount, "host" | "port" | "username">): string {
  return `mail ${username} at ${host}:${port}`;
}

export async function readMailRow(db: Pick<Kysely<Schema>, "selectFrom">): Promise<StoredMailAccount | null> {
  const row = await db.selectFrom("mail_account").selectAll().where("id", "=", ROW).executeTakeFirst();
  if (!row) return null;
  const { host, port, security, username } = row;
  const { sealed_password: sealedPassword, from_address: from, changed_at: changedAt } = row;
  return { host, port, security, username, sealedPassword, from, changedAt };
}

export async function writeMailRow(
  db: Pick<Kysely<Schema>, "insertInto">,
  account: StoredMailAccount,
  by: string,
): Promise<void> {
  const values = {
    host: account.host,
    port: account.port,
    security: account.security,
    username: account.username,
    sealed_password: account.sealedPassword,
    from_address: account.from,
    changed_at: account.changedAt,
    changed_by: by,
  };
  await db
    .insertInto("mail_account")
    .values({ id: ROW, ...values })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
    .execute();
}

export async function deleteMailRow(db: Pick<Kysely<Schema>, "deleteFrom">): Promise<boolean> {
  const gone = await db.deleteFrom("mail_account").where("id", "=", ROW).executeTakeFirst();
  return Number(gone.numDeletedRows) > 0;
}
