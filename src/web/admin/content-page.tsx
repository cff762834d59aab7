import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { tinykeys } from "tinykeys";
import { useLocation, useSearchParams } from "wouter";
import type { ContentTab } from "#domain/property/content.ts";
import { contentQuery, type SavedContent } from "../api/content.ts";
import { propertiesQuery, siteQuery } from "../api/property.ts";
import { paths } from "../lib/paths.ts";
import { NEW_IMAGE_FORM } from "./content/attraction-images-tab.tsx";
import { ContentTabs, isContentTab } from "./content/content-tabs.tsx";
import { EditorContext } from "./content/editor-context.ts";
import { useContentEditor } from "./content/use-content-editor.ts";
import { ConfirmSaveDialog } from "./frame/confirm-save-dialog.tsx";
import { useLeaveGuard } from "./frame/leave-guard.ts";
import { Loaded } from "./frame/loaded.tsx";
import { Bone } from "./frame/screen-skeleton.tsx";
import { TextLink } from "../ui/text-link.tsx";

/** SPEC 2 */
export function ContentPage() {
  const content = useQuery(contentQuery);
  // The preview and the thumbnails start from what the site shows now.
  useQuery({ ...propertiesQuery, staleTime: 0 });
  useQuery({ ...siteQuery, staleTime: 0 });
  return (
    <div>
      <TextLink href={paths.admin.dashboard}>Back to Dashboard</TextLink>
      <h1 className="font-serif text-3xl">Content</h1>
      <p className="mb-5 text-ink-soft">All the text and photos on your website.</p>
      <Loaded query={content} what="the content" loading={<Skeleton />}>
        {(saved) => <Editor saved={saved} />}
      </Loaded>
    </div>
  );
}

function Skeleton() {
  return (
    <div role="status" className="animate-late space-y-6">
      <span className="sr-only">Loading...</span>
      <Bone className="h-11" />
      <Bone className="h-96" />
    </div>
  );
}

function Editor({ saved }: { saved: SavedContent }) {
  const editor = useContentEditor(saved);
  const [tab, setTab] = useTab();
  useLeaveGuard(editor.anyDirty);

  const { save } = editor;
  useEffect(
    () =>
      tinykeys(
        window,
        {
          "$mod+s": (event) => {
            event.preventDefault();
            if (tab === "attraction-images") submitForm(NEW_IMAGE_FORM);
            else save(tab);
          },
        },
        { ignore: () => false },
      ),
    [save, tab],
  );

  return (
    <EditorContext value={editor}>
      <ContentTabs tab={tab} onTab={setTab} />
      {editor.question ? (
        <ConfirmSaveDialog question={editor.question} onNo={() => editor.saving.reset()} onYes={editor.confirm} />
      ) : null}
    </EditorContext>
  );
}

function submitForm(id: string): void {
  const form = document.getElementById(id);
  if (form instanceof HTMLFormElement) form.requestSubmit();
}

/** The tab is kept in the URL, so that a link can open it. */
function useTab(): [ContentTab, (tab: ContentTab) => void] {
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const named = params.get("tab") ?? "";
  return [
    isContentTab(named) ? named : "property",
    (tab) => navigate(`${paths.admin.content}?tab=${tab}`, { replace: true }),
  ];
}
