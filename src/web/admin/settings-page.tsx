import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { SavedSettings } from "#contract/settings.ts";
import { ENGLISH_NAMES, isLanguage } from "#domain/language/language.ts";
import { ApiError, statusOf } from "../api/client.ts";
import { putSettings, settingsQuery } from "../api/settings.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast-store.ts";
import { afterFailure, fieldErrors } from "../lib/display-error.ts";
import { SaveBar } from "./frame/save-bar.tsx";
import { fieldName, fieldValue } from "./audit/field-text.ts";
import { ConfirmSaveDialog, questionOf } from "./frame/confirm-save-dialog.tsx";
import { useLeaveGuard } from "./frame/leave-guard.ts";
import { ChangesByOthers } from "./frame/changes-by-others.tsx";
import { useDraft } from "./frame/use-draft.ts";
import { Loaded } from "./frame/loaded.tsx";
import { BackupsCard } from "./settings/backups-card.tsx";
import { LanguagesSection } from "./settings/languages-section.tsx";
import { BookingsSection } from "./settings/bookings-section.tsx";
import { bodyOf, type Draft, draftOf } from "./settings/draft.ts";
import { GeneralSection } from "./settings/general-section.tsx";
import { NotificationSection } from "./settings/notification-section.tsx";
import { PaymentsSection } from "./settings/payments-section.tsx";
import { SecuritySection } from "./settings/security-section.tsx";
import { SystemSection } from "./settings/system-section.tsx";

export function SettingsPage() {
  const settings = useQuery(settingsQuery);
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="font-serif text-3xl">Settings</h1>
      <p className="mt-1 mb-6 text-ink-soft">Your account, your cottage, and how booking works.</p>
      <Loaded query={settings} what="the settings" loading="Loading settings...">
        {(saved) => (
          <div className="space-y-6">
            <SettingsForm saved={saved} />
            <BackupsCard timeZone={saved.timezone} />
          </div>
        )}
      </Loaded>
    </div>
  );
}

function SettingsForm({ saved }: { saved: SavedSettings }) {
  const client = useQueryClient();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const saving = useMutation({
    mutationFn: putSettings,
    onSuccess: async (stored) => {
      client.setQueryData(settingsQuery.queryKey, stored);
      setErrors({});
      toast({ title: "Settings saved", description: "Your settings have been updated successfully." });
      await client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== settingsQuery.queryKey[0] });
    },
    onError: (error) => {
      if (questionOf(error)) return;
      setErrors(fieldErrors(error));
      toast({ title: "Error", description: "Failed to save settings. Please try again.", variant: "destructive" });
    },
  });

  const question = questionOf(saving.error);
  const form = useDraft(saved, draftOf, { error: question ? null : saving.error });
  useLeaveGuard(form.isDirty);

  useEffect(() => {
    const first = Object.keys(errors)[0];
    if (first) document.getElementById(first)?.focus();
  }, [errors]);

  const change = (part: Partial<Draft>) => {
    form.change(part);
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))));
  };
  const discard = () => {
    form.discard();
    setErrors({});
    saving.reset();
  };
  const save = (confirmed = false) => {
    const { edits, fields, seen } = form;
    // Only what was changed here, so that other settings that have changed since are not overwritten.
    if (!saving.isPending)
      saving.mutate(
        { ...bodyOf(edits, fields), version: seen.version, ...(confirmed ? { confirmed } : {}) },
        { onSuccess: (stored) => form.saved(edits, stored) },
      );
  };

  const section = { draft: form.fields, change, errors, saved };
  return (
    <div className="space-y-6">
      <GeneralSection {...section} />
      <BookingsSection {...section} />
      <LanguagesSection {...section} />
      <PaymentsSection {...section} />
      <NotificationSection {...section} />
      <SecuritySection {...section} />
      <SystemSection {...section} />
      {saving.isPending ? null : (
        <ChangesByOthers lines={form.changedByOthers.map((name) => lineOf(name, draftOf(saved)))} />
      )}
      {saving.error && !question ? (
        <SaveProblem error={saving.error} reload={() => void client.invalidateQueries(settingsQuery)} />
      ) : null}
      {form.isDirty ? (
        <SaveBar dirty sticks>
          <p className="font-semibold">Unsaved changes</p>
          <div className="flex gap-2">
            <Button look="quiet" onClick={discard} disabled={saving.isPending}>
              Discard
            </Button>
            <Button onClick={() => save()} aria-disabled={saving.isPending}>
              {saving.isPending ? "Saving..." : "Save Settings"}
            </Button>
          </div>
        </SaveBar>
      ) : null}
      {question ? <ConfirmSaveDialog question={question} onNo={() => saving.reset()} onYes={() => save(true)} /> : null}
    </div>
  );
}

/** As the audit log would show it. */
function lineOf(name: keyof Draft, stored: Draft): string {
  const label = isLanguage(name) ? `Website in ${ENGLISH_NAMES[name]}` : fieldName(name);
  return `${label}: ${fieldValue(name, stored[name])}`;
}

/** Unlike the toast, this stays. */
function SaveProblem({ error, reload }: { error: Error; reload: () => void }) {
  const problem = error instanceof ApiError ? error.problem : null;
  return (
    <Notice look="error">
      <p>{problem?.message || `We can't reach the server. ${afterFailure(error)}`}</p>
      {statusOf(error) === 409 ? (
        <button type="button" onClick={reload} className="min-h-11 font-semibold underline">
          Load the latest settings and keep my changes
        </button>
      ) : null}
    </Notice>
  );
}
