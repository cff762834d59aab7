import type { TemplateType } from "#domain/messaging/message.ts";
import { STARTING_TEMPLATES } from "#domain/messaging/starting-templates.ts";
import type { Template } from "#domain/messaging/template.ts";
import type { Db } from "../database/connect.ts";

export function createTemplateStore(db: Db) {
  return {
    read: async (type: TemplateType): Promise<Template> => {
      const row = await db
        .selectFrom("message_template")
        .select(["subject", "body"])
        .where("type", "=", type)
        .executeTakeFirst();
      return row ?? STARTING_TEMPLATES[type];
    },
  };
}
