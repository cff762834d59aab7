import { resetTemplate, saveTemplate } from "#contract/messaging.ts";
import type { TemplateType } from "#domain/messaging/message.ts";
import type { Template } from "#domain/messaging/template.ts";
import { STARTING_TEMPLATES } from "#domain/messaging/starting-templates.ts";
import { actorOf } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { Problem } from "../http/problem.ts";
import type { RecordAct, SavedTemplate, TemplateStore } from "./ports.ts";

type Needs = { templates: TemplateStore; record: RecordAct };

export function mountTemplates(mount: Mount, { templates, record }: Needs): void {
  const save = (type: TemplateType, words: Template | null, version: number, actor: string): Promise<SavedTemplate> =>
    templates.save(type, words, version, (trx, before) => {
      const subject = `Message text: ${type.replaceAll("_", " ")}`;
      return record(
        { actor, act: "Changed a message text", subject, before, after: words ?? STARTING_TEMPLATES[type] },
        trx,
      );
    });

  mount(saveTemplate, async ({ params, body: { version, ...words } }, call) => {
    const result = await save(params.type, words, version, await actorOf(call));
    return result.ok ? words : stale();
  });

  mount(resetTemplate, async ({ params, query }, call) => {
    const result = await save(params.type, null, query.version, await actorOf(call));
    return result.ok ? null : stale();
  });
}

const stale = () => new Problem(409, "Somebody has changed this text since you opened it. Load it again to go on.");
