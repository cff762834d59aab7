import { resetTemplate, saveTemplate } from "#contract/messaging.ts";
import type { TemplateType } from "#domain/messaging/message.ts";
import type { Template } from "#domain/messaging/template.ts";
import { DEFAULT_LANGUAGE, ENGLISH_NAMES, type Language } from "#domain/language/language.ts";
import { actorOf } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { Problem } from "../http/problem.ts";
import type { RecordAct } from "../core/host.ts";
import { startingText, type TemplateStore } from "./template-store.ts";

type Text = { type: TemplateType; language: Language };
type Needs = { templates: TemplateStore; record: RecordAct };

export function mountTemplates(mount: Mount, { templates, record }: Needs): void {
  const save = (text: Text, words: Template | null, version: number, actor: string) =>
    templates.save(text, words, version, (trx, before) => {
      const { type, language } = text;
      const named = language === DEFAULT_LANGUAGE ? "" : `, ${ENGLISH_NAMES[language]}`;
      const subject = `Message text: ${type.replaceAll("_", " ")}${named}`;
      return record({ actor, act: "Changed a message text", subject, before, after: words ?? startingText(text) }, trx);
    });

  mount(saveTemplate, async ({ params, body: { version, language, ...words } }, call) => {
    const result = await save({ ...params, language }, words, version, await actorOf(call));
    return result.ok ? words : stale();
  });

  mount(resetTemplate, async ({ params, query }, call) => {
    const result = await save({ ...params, language: query.language }, null, query.version, await actorOf(call));
    return result.ok ? null : stale();
  });
}

const stale = () => new Problem(409, "This text has changed in the meantime. Check what is saved now, then try again.");
