import { TEMPLATE_TYPES, type TemplateType } from "#domain/messaging/message.ts";
import { STARTING_TEMPLATES } from "#domain/messaging/starting-templates.ts";
import type { Template } from "#domain/messaging/template.ts";
import type { Database } from "../database/connect.ts";
import { lockSettings } from "../database/dialect.ts";
import { commitIfOk, type Trx } from "../database/transaction.ts";
import type { SavedTemplate, TemplateStore } from "./ports.ts";

export function createTemplateStore({ db, engine }: Database): TemplateStore {
  const stored = (from: typeof db | Trx, type: TemplateType) =>
    from.selectFrom("message_template").selectAll().where("type", "=", type).executeTakeFirst();

  return {
    read: async (type): Promise<Template> => (await stored(db, type)) ?? STARTING_TEMPLATES[type],

    all: async () => {
      const rows = await db.selectFrom("message_template").selectAll().execute();
      return TEMPLATE_TYPES.map((type) => {
        const own = rows.find((row) => row.type === type);
        return { type, version: own?.version ?? 0, ...pick(own ?? STARTING_TEMPLATES[type]) };
      });
    },

    save: (type, words, version, during) =>
      commitIfOk<SavedTemplate>(db, async (trx) => {
        await lockSettings(engine, trx);
        const present = await stored(trx, type);
        if ((present?.version ?? 0) !== version) return { ok: false, reason: "stale" };
        if (words) {
          const values = { ...pick(words), version: version + 1 };
          await trx
            .insertInto("message_template")
            .values({ type, ...values })
            .onConflict((conflict) => conflict.column("type").doUpdateSet(values))
            .execute();
        } else await trx.deleteFrom("message_template").where("type", "=", type).execute();
        await during(trx, pick(present ?? STARTING_TEMPLATES[type]));
        return { ok: true };
      }),
  };
}

function pick({ subject, body }: Template): Template {
  return { subject, body };
}
