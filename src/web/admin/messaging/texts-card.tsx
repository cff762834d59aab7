import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { MessagingSetup, StoredTemplate } from "#contract/messaging.ts";
import { DEFAULT_LANGUAGE, ENGLISH_NAMES, type Language, LANGUAGES } from "#domain/language/language.ts";
import { saveTemplateText, messagingSetupQuery, restoreTemplate, type MessageText } from "../../api/messaging.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast-store.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { Card } from "../dashboard/card.tsx";
import { useDraft } from "../frame/use-draft.ts";
import { UNCHECKED_TRANSLATION } from "../unchecked-translation.ts";
import { TYPE_LABELS, TYPE_TIMES } from "./labels.ts";
import { TextForm } from "./text-form.tsx";

/** SPEC 2, with a form to edit the wording added. */
export function TextsCard({ setup }: { setup: MessagingSetup }) {
  const [open, setOpen] = useState<StoredTemplate["type"] | null>(null);
  const [language, setLanguage] = useState<Language>(DEFAULT_LANGUAGE);
  const shown = setup.templates.filter((template) => template.language === language);
  const opened = shown.find(({ type }) => type === open);
  const hasOwnEnglish = (type: StoredTemplate["type"]) =>
    setup.templates.some((one) => one.type === type && one.language === DEFAULT_LANGUAGE && one.version > 0);
  return (
    <Card title="Message types">
      <SelectField
        label="Language of the text"
        hint={language === DEFAULT_LANGUAGE ? undefined : UNCHECKED_TRANSLATION}
        value={language}
        options={LANGUAGES.map((one) => [one, ENGLISH_NAMES[one]])}
        onChange={setLanguage}
      />
      <ul className="mt-3 divide-y divide-line">
        {shown.map((template) => (
          <li key={template.type} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
            <div className="min-w-0 flex-1 basis-40">
              <p className="font-medium">{TYPE_LABELS[template.type]}</p>
              <p className="text-sm text-ink-soft">
                {TYPE_TIMES[template.type]}
                {template.version > 0 ? " · your own text" : ""}
                {template.version === 0 && language !== DEFAULT_LANGUAGE && hasOwnEnglish(template.type)
                  ? " · our text (you have changed the English one)"
                  : ""}
              </p>
            </div>

            <Button look="quiet" className="shrink-0 underline" onClick={() => setOpen(template.type)}>
              Edit text<span className="sr-only"> of {TYPE_LABELS[template.type]}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-3 rounded-lg bg-sunken p-3">
        Communication channels: email and WhatsApp. WhatsApp messages go to guests who asked for them when they booked.
      </p>
      {opened ? <TemplateDialog template={opened} setup={setup} onClose={() => setOpen(null)} /> : null}
    </Card>
  );
}

function inLanguage({ language }: StoredTemplate): string {
  return language === DEFAULT_LANGUAGE ? "" : ` in ${ENGLISH_NAMES[language]}`;
}

type DialogProps = { template: StoredTemplate; setup: MessagingSetup; onClose: () => void };

function TemplateDialog({ template, setup, onClose }: DialogProps) {
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: async (words: MessageText | null) => {
      if (words) await saveTemplateText(draft.seen, words);
      else await restoreTemplate(draft.seen);
    },
    onSuccess: () => {
      toast({ title: "Text saved", description: "Messages that haven't been sent yet will use it." });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: messagingSetupQuery.queryKey }),
  });
  const draft = useDraft(template, ({ subject, body }) => ({ subject, body }), { error: saving.error });
  return (
    <Dialog title={`${TYPE_LABELS[template.type]}: text${inLanguage(template)}`} onClose={onClose}>
      <TextForm
        words={template}
        draft={draft}
        fields={setup.fields}
        values={setup.samples[template.language]}
        saving={saving.isPending}
        error={saving.error}
        save={saving.mutate}
        cancel={onClose}
      />
      {template.version > 0 ? (
        <Button look="quiet" className="mt-3 underline" disabled={saving.isPending} onClick={() => saving.mutate(null)}>
          Restore the original text
        </Button>
      ) : null}
    </Dialog>
  );
}
