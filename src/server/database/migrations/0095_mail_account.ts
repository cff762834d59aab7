import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The mail server that a host has set up in the portal; its password is encrypted with a key file. */
export const mailAccount: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("mail_account")
      .addColumn("id", "integer", (c) => c.primaryKey())
      .addColumn("host", "text", (c) => c.notNull())
      .addColumn("port", "integer", (c) => c.notNull())
      .addColumn("security", "text", (c) => c.notNull())
      .addColumn("username", "text", (c) => c.notNull())
      .addColumn("sealed_password", "text", (c) => c.notNull())
      .addColumn("from_address", "text", (c) => c.notNull())
      .addColumn("changed_at", "text", (c) => c.notNull())
      .addColumn("changed_by", "text", (c) => c.notNull())
      .execute();
  },
};
