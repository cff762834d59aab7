import { notifyManager, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Picture } from "#contract/media.ts";
import { CONTENT_TABS, type ContentTab, isTranslations, type TranslationsField } from "#domain/property/content.ts";
import { type Clash, mergeTranslations } from "#domain/property/translations.ts";
import { statusOf } from "../../api/client.ts";
import {
  type AfterSaving,
  contentQuery,
  putContent,
  putHero,
  putPhotos,
  type SavedContent,
  undo,
} from "../../api/content.ts";
import { toast } from "../../ui/toast-store.ts";
import type { Binding } from "../frame/binding.ts";
import { questionOf } from "../frame/confirm-save-dialog.tsx";
import { failureToast } from "../frame/failure-toast.ts";
import { withoutSent } from "../frame/use-draft.ts";
import {
  contentField,
  dirtyFields,
  type Draft,
  type DraftField,
  draftOf,
  type Edits,
  fieldsOn,
  namesOf,
  pick,
  problemsOf,
} from "./draft.ts";

/** SPEC 8 */
const TOASTS: Record<ContentTab, { done: string; failed: string }> = {
  property: { done: "Content updated successfully!", failed: "Failed to update content" },
  "guest-info": { done: "Content updated successfully!", failed: "Failed to update content" },
  attractions: { done: "Content updated successfully!", failed: "Failed to update content" },
  "attraction-images": { done: "Content updated successfully!", failed: "Failed to update content" },
  photos: { done: "Photos updated successfully!", failed: "Failed to update photos" },
  hero: { done: "Hero section updated successfully!", failed: "Failed to update hero section" },
};

type Versions = Record<string, string>;
/** For translations, `clashes` lists those that both hosts have changed. */
export type EditConflict = { field: DraftField; clashes?: Clash[] };
type Sending = { tab: ContentTab; sent: Edits; confirmed?: boolean };
export type NewImage = { attractionName: string; picture: Picture; altText: string };

export function useContentEditor(saved: SavedContent) {
  const client = useQueryClient();
  const [edits, setEdits] = useState<Edits>({});
  // The version that each edited field had when editing began. A save is based on this version.
  const [seen, setSeen] = useState<Versions>({});
  // The stored values of the edited fields when editing began, to combine translations with those of other hosts.
  const [start, setStart] = useState<Edits>({});
  // Fields on other tabs that are saved together with one tab, unless the host edits those fields.
  const [along, setAlong] = useState<{ tab: ContentTab; fields: DraftField[] } | null>(null);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  // Null once a save succeeds or the changes are discarded.
  const [refusedTab, setRefusedTab] = useState<ContentTab | null>(null);
  const [newImage, setNewImage] = useState<NewImage | null>(null);
  const [lastSave, setLastSave] = useState<{ tab: ContentTab; changeId: string } | null>(null);

  const stored = draftOf(saved);
  const draft: Draft = { ...stored, ...edits };
  const dirty = dirtyFields(edits, stored);
  const problems = problemsOf(pick(draft, dirty), saved.currency);
  const isOutdated = (field: DraftField) => seen[field] !== saved.versions[contentField(field)];
  const merge = (field: TranslationsField) => mergeTranslations(start[field] ?? {}, edits[field] ?? {}, stored[field]);
  // Edited fields that someone else has saved since editing began.
  const editConflicts = dirty
    .filter(isOutdated)
    .map((field): EditConflict => (isTranslations(field) ? { field, clashes: merge(field).clashes } : { field }));

  const forget = (fields: readonly DraftField[]) => {
    setEdits((before) => without(before, fields));
    setSeen((before) => without(before, fields));
    setStart((before) => without(before, fields));
  };
  /** Bases our version of a field on what is stored now. */
  const rebase = (field: DraftField, ours: Edits) => {
    setEdits((before) => ({ ...before, ...ours }));
    setSeen((before) => ({ ...before, ...versionsOf(saved, [field]) }));
    setStart((before) => ({ ...before, ...pick(stored, [field]) }));
  };
  const store = async (content: SavedContent) => {
    client.setQueryData(contentQuery.queryKey, content);
    const ours = contentQuery.queryKey[0];
    await client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== ours });
  };

  const edit = (part: Edits) => {
    setSeen((before) => ({ ...versionsOf(saved, namesOf(part)), ...before }));
    setStart((before) => ({ ...pick(stored, namesOf(part)), ...before }));
    setEdits((before) => ({ ...before, ...part }));
  };
  const change = (part: Edits) => {
    const fields = namesOf(part);
    setAlong((before) => before && { ...before, fields: before.fields.filter((field) => !fields.includes(field)) });
    edit(part);
  };
  const takenAlong = (tab: ContentTab) => (along?.tab === tab ? along.fields : []);

  const saving = useMutation({
    mutationFn: (sending: Sending) => send(sending, seen),
    onSuccess: async ({ content, changeId }, { tab, sent }) => {
      const refetched = store(content);
      const after = draftOf(content);
      // Wait until the stored values have reached the fields; otherwise the fields would show the old ones for a
      // moment.
      notifyManager.schedule(() => {
        // What was typed while the save was in progress is kept. It is based on what was saved.
        const rest = withoutSent(edits, sent);
        const names = namesOf(sent);
        const typed = names.filter((field) => field in rest);
        setEdits((before) => withSaved(withoutSent(before, sent), sent, after));
        setSeen((before) => ({ ...without(before, names), ...versionsOf(content, typed) }));
        setStart((before) => ({ ...without(before, names), ...pick(after, typed) }));
      });
      setRefusedTab(null);
      setAlong(null);
      setLastSave(changeId === null ? null : { tab, changeId });
      toast({ title: TOASTS[tab].done });
      await refetched;
    },
    onError: (error, { tab }) => {
      if (questionOf(error)) return;
      setRefusedTab(tab);
      failureToast(TOASTS[tab].failed)(error);
      // Fetches what someone else has saved, to show it next to what is typed here.
      if (statusOf(error) === 409) void client.invalidateQueries(contentQuery);
    },
  });

  const undoing = useMutation({
    mutationFn: ({ changeId }: { changeId: string }) => undo(changeId),
    onSuccess: async ({ content }) => {
      setLastSave(null);
      toast({ title: "Last save undone" });
      await store(content);
    },
    onError: failureToast("We couldn't undo the save"),
  });

  // Translations that another host has saved in the meantime are merged with ours, unless both changed the same one.
  const mergeable = saving.isPending
    ? undefined
    : namesOf(edits)
        .filter(isTranslations)
        .find((field) => isOutdated(field) && merge(field).clashes.length === 0);
  if (mergeable) rebase(mergeable, { [mergeable]: merge(mergeable).merged });

  return {
    /** The rate's currency. */
    currency: saved.currency,
    saved,
    draft,
    edits: pick(draft, dirty),
    saving,
    /** What the host has to confirm before the save. */
    question: questionOf(saving.error),
    confirm: () => {
      if (saving.variables) saving.mutate({ ...saving.variables, confirmed: true });
    },
    undoing,
    lastSave,
    editConflicts,
    newImage,
    setNewImage,
    isDirty: (tab: ContentTab) =>
      tab === "attraction-images" ? newImage !== null : dirty.some((field) => fieldsOn(tab, draft).includes(field)),
    anyDirty: dirty.length > 0 || newImage !== null,
    /** Whether or not they are shown yet. */
    problemsOn: (tab: ContentTab) => ofFields(problems, fieldsOn(tab, draft)),
    /** After a refused save, whether a field within the path has a problem; `list.2.title` is within `list.2`. */
    isWrongWithin: (path: string) =>
      refusedTab !== null && Object.keys(problems).some((one) => one.startsWith(`${path}.`)),
    refused: (tab: ContentTab) => refusedTab === tab,
    /** Undefined until the host has left the field or a save has been refused. */
    problemAt: (path: string): string | undefined =>
      touched.has(path) || refusedTab !== null ? problems[path] : undefined,
    touch: (path: string) => setTouched((before) => (before.has(path) ? before : new Set([...before, path]))),
    change,
    field: <K extends DraftField>(name: K): Binding<Draft[K]> => ({
      path: name,
      value: draft[name],
      onChange: (value) => change({ [name]: value }),
    }),
    /** Also edits fields on other tabs: saving `tab` stores them too, except fields that already had unsaved edits. */
    changeAlong: (tab: ContentTab, part: Edits) => {
      setAlong({ tab, fields: namesOf(part).filter((field) => !dirty.includes(field)) });
      edit(part);
    },
    discard: (tab: ContentTab) => {
      forget([...fieldsOn(tab, draft), ...takenAlong(tab)]);
      setAlong(null);
      setTouched(new Set());
      setRefusedTab(null);
      saving.reset();
    },
    /** The next save stores our version, merged with their translations; `takeTheirs` keeps the stored version. */
    keepOurs: (field: DraftField) => rebase(field, isTranslations(field) ? { [field]: merge(field).merged } : {}),
    takeTheirs: (field: DraftField) => {
      if (!isTranslations(field)) return forget([field]);
      // Our translations of other texts stay.
      rebase(field, { [field]: mergeTranslations(start[field] ?? {}, stored[field], edits[field] ?? {}).merged });
    },
    undoLast: () => {
      if (lastSave && !undoing.isPending) undoing.mutate(lastSave);
    },
    save: (tab: ContentTab) => {
      if (saving.isPending) return;
      const mine = [...fieldsOn(tab, draft), ...takenAlong(tab)];
      if (Object.keys(ofFields(problems, mine)).length > 0) {
        setRefusedTab(tab);
        saving.reset();
        const description = `Please check what is marked under ${CONTENT_TABS[tab]}.`;
        toast({ title: TOASTS[tab].failed, description, variant: "destructive" });
        return;
      }
      const changed = mine.filter((field) => dirty.includes(field));
      // Sending the unchanged fields would overwrite what someone else has saved since they were loaded.
      if (changed.length > 0) saving.mutate({ tab, sent: pick(draft, changed) });
      else toast({ title: `No unsaved changes under ${CONTENT_TABS[tab]}` });
    },
  };
}
export type ContentEditor = ReturnType<typeof useContentEditor>;

/**
 * The edits, in which translations typed while the save was in progress are combined with those that the save returned.
 */
function withSaved(edits: Edits, sent: Edits, after: Draft): Edits {
  const merged = namesOf(sent)
    .filter(isTranslations)
    .filter((field) => field in edits)
    .map((field) => [field, mergeTranslations(sent[field] ?? {}, edits[field] ?? {}, after[field]).merged]);
  return { ...edits, ...Object.fromEntries(merged) };
}

function send({ tab, sent: edits, confirmed = false }: Sending, seen: Versions): Promise<AfterSaving> {
  const { photos, hero } = edits;
  const isAlone = Object.keys(edits).length === 1;
  if (tab === "photos" && photos && isAlone) return putPhotos(photos, seen["photos"]);
  if (tab === "hero" && hero && isAlone) return putHero(hero, seen["hero"]);
  const entries = namesOf(edits).flatMap((field) => {
    const version = seen[field];
    return version === undefined ? [] : [[contentField(field), version]];
  });
  return putContent({ ...edits, seen: Object.fromEntries(entries), confirmed });
}

function versionsOf(saved: SavedContent, fields: readonly DraftField[]): Versions {
  return Object.fromEntries(fields.map((field) => [field, saved.versions[contentField(field)] ?? ""]));
}

function without<T extends object>(all: T, fields: readonly string[]): T {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !fields.includes(name))) as T;
}

function ofFields(problems: Record<string, string>, fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(problems).filter(([path]) => fields.includes(path.split(".")[0] ?? "")));
}
