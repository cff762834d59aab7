import { randomInt } from "node:crypto";
import { TEMPLATE_TYPES, type TemplateType } from "#domain/messaging/message.ts";
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from "#domain/language/language.ts";
import type { Template } from "#domain/messaging/template.ts";
import { textsIn } from "#texts/server-texts.ts";
import type { Database } from "../database/connect.ts";
import { lockSettings } from "../database/dialect.ts";
import { commitIfOk, type Trx } from "../database/transaction.ts";

/** Leaves enough room in a 32-bit column for all later versions of a text. */
const FIRST_VERSIONS = 1e9;

type SavedTemplate = { ok: true } | { ok: false; reason: "stale" };
type Text = { type: TemplateType; language: Language };

export function createTemplateStore({ db, engine }: Database) {
  const stored = (from: typeof db | Trx, { type, language }: Text) =>
    language === DEFAULT_LANGUAGE
      ? from
          .selectFrom("message_template")
          .select(["subject", "body", "version"])
          .where("type", "=", type)
          .executeTakeFirst()
      : from
          .selectFrom("message_translation")
          .select(["subject", "body", "version"])
          .where("type", "=", type)
          .where("language", "=", language)
          .executeTakeFirst();

  return {
    read: async (type: TemplateType, language: Language): Promise<Template> =>
      pick((await stored(db, { type, language })) ?? startingText({ type, language })),

    /** Every built-in message that the host can reword, in each language; version 0 is the default wording. */
    all: async (): Promise<(Template & { type: TemplateType; language: Language; version: number })[]> => {
      const english = await db.selectFrom("message_template").selectAll().execute();
      const others = await db.selectFrom("message_translation").selectAll().execute();
      const rows = [...english.map((row) => ({ ...row, language: DEFAULT_LANGUAGE })), ...others];
      return TEMPLATE_TYPES.flatMap((type) =>
        LANGUAGES.map((language) => {
          const own = rows.find((row) => row.type === type && row.language === language);
          return { type, language, version: own?.version ?? 0, ...pick(own ?? startingText({ type, language })) };
        }),
      );
    },

    /**
     * Saves the host's wording, or restores the default if it is null. Saves nothing if the wording has changed since
     * `version`.
     */
    save: (
      text: Text,
      words: Template | null,
      version: number,
      during: (trx: Trx, before: Template) => Promise<void>,
    ): Promise<SavedTemplate> =>
      commitIfOk<SavedTemplate>(db, async (trx) => {
        await lockSettings(engine, trx);
        const present = await stored(trx, text);
        if ((present?.version ?? 0) !== version) return { ok: false, reason: "stale" };
        if (words) {
          // The first version is not 1, because a text that is edited again after its default was restored must not get
          // the version of an earlier text.
          const next = present ? version + 1 : randomInt(1, FIRST_VERSIONS);
          const values = { ...pick(words), version: next };
          await write(trx, text, values);
        } else await forget(trx, text);
        await during(trx, pick(present ?? startingText(text)));
        return { ok: true };
      }),
  };
}

/** The default wording. */
export function startingText({ type, language }: Text): Template {
  return textsIn(language).emails.templates[type];
}

async function write(trx: Trx, { type, language }: Text, values: Template & { version: number }): Promise<void> {
  if (language === DEFAULT_LANGUAGE) {
    await trx
      .insertInto("message_template")
      .values({ type, ...values })
      .onConflict((conflict) => conflict.column("type").doUpdateSet(values))
      .execute();
    return;
  }
  await trx
    .insertInto("message_translation")
    .values({ type, language, ...values })
    .onConflict((conflict) => conflict.columns(["type", "language"]).doUpdateSet(values))
    .execute();
}

async function forget(trx: Trx, { type, language }: Text): Promise<void> {
  if (language === DEFAULT_LANGUAGE) await trx.deleteFrom("message_template").where("type", "=", type).execute();
  else {
    await trx.deleteFrom("message_translation").where("type", "=", type).where("language", "=", language).execute();
  }
}

function pick({ subject, body }: Template): Template {
  return { subject, body };
}

export type TemplateStore = ReturnType<typeof createTemplateStore>;
