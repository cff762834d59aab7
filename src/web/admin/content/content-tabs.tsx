import * as Tabs from "@radix-ui/react-tabs";
import { type ComponentType, type FocusEvent, type ReactNode, useState, useEffect, useRef } from "react";
import { CONTENT_TABS, type ContentTab } from "#domain/property/content.ts";
import { placeOf } from "#domain/property/attraction-image.ts";
import { useWideScreen } from "../../lib/wide-screen.ts";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { AttractionImagesTab } from "./attraction-images-tab.tsx";
import { AttractionsTab } from "./attractions-tab.tsx";
import { EditConflictNotice } from "./edit-conflict-notice.tsx";
import { fieldsOn } from "./draft.ts";
import { useEditor } from "./editor-context.ts";
import { GuestInfoTab } from "./guest-info-tab.tsx";
import { HeroTab } from "./hero-tab.tsx";
import { PhotosTab } from "./photos-tab.tsx";
import { PreviewPanel } from "./preview/preview-panel.tsx";
import { PAGE_OF, placeOfId, type Shown } from "./preview/shown-on.ts";
import { PropertyTab } from "./property-tab.tsx";
import { ContentSaveBar } from "./save-bar.tsx";
import { statusOf } from "../../api/client.ts";
import { NamedErrorSummary } from "../frame/named-error-summary.tsx";
import { Notice } from "../../ui/notice.tsx";
import { afterFailure, reasonOf } from "../../lib/display-error.ts";

/** Attraction images are not included, because they are saved one by one. */
const FORMS: Record<Exclude<ContentTab, "attraction-images">, ComponentType> = {
  property: PropertyTab,
  photos: PhotosTab,
  hero: HeroTab,
  "guest-info": GuestInfoTab,
  attractions: AttractionsTab,
};

export function isContentTab(name: string): name is ContentTab {
  return Object.hasOwn(CONTENT_TABS, name);
}
const TABS = Object.keys(CONTENT_TABS).filter(isContentTab);

export function ContentTabs({ tab, onTab }: { tab: ContentTab; onTab: (tab: ContentTab) => void }) {
  const { isDirty } = useEditor();
  return (
    <Tabs.Root value={tab} onValueChange={(name) => isContentTab(name) && onTab(name)}>
      <Tabs.List
        aria-label="Parts of the content"
        className="mb-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-x-2 border-b border-line sm:flex sm:flex-wrap"
      >
        {TABS.map((name) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className="min-h-11 border-b-2 border-transparent px-3 py-2 text-left font-semibold text-ink-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {CONTENT_TABS[name]}
            {isDirty(name) ? (
              <>
                <span aria-hidden="true" className="ml-2 inline-block size-2 rounded-full bg-clay align-middle" />
                <span className="sr-only">, not saved</span>
              </>
            ) : null}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {TABS.map((name) => (
        <Tabs.Content key={name} value={name} className="outline-offset-4">
          {name === "attraction-images" ? <ImagesTab /> : <FormTab tab={name} Form={FORMS[name]} />}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

function ImagesTab() {
  const { newImage, draft } = useEditor();
  const found = placeOf(newImage?.attractionName ?? "", draft.localAttractions);
  const place = draft.localAttractions.findIndex((attraction) => attraction === found);
  return (
    <WithPreview
      shown={newImage ? placeOfId(place < 0 ? "localAttractions" : `localAttractions.${place}`) : null}
      tab="attraction-images"
    >
      <AttractionImagesTab />
    </WithPreview>
  );
}

function FormTab({ tab, Form }: { tab: ContentTab; Form: ComponentType }) {
  const { editConflicts, draft, refused } = useEditor();
  const [shown, setShown] = useState<Shown | null>(null);
  const follow = (event: FocusEvent<HTMLElement>) => {
    const id = event.target.id || event.target.closest<HTMLElement>("[id]")?.id || "";
    setShown(placeOfId(id) ?? shown);
  };
  const mine = fieldsOn(tab, draft);
  return (
    <WithPreview shown={shown} tab={tab}>
      <div className="min-w-0 space-y-6" onFocus={follow}>
        <Form />
        <EditConflictNotice
          conflicts={editConflicts.filter(({ field }) => mine.includes(field))}
          toFocus={refused(tab)}
        />
        <SaveResult tab={tab} />
        <ContentSaveBar tab={tab} />
      </div>
    </WithPreview>
  );
}

const COLUMN_PX = 390;
/** The form and a phone preview fit side by side. */
const WIDE = "(min-width: 80rem)";

function WithPreview({ shown, tab, children }: { shown: Shown | null; tab: ContentTab; children: ReactNode }) {
  const isWide = useWideScreen(WIDE);
  const [open, setOpen] = useState(false);
  const panel = (width: number) => <PreviewPanel shown={shown} fallback={PAGE_OF[tab]} width={width} />;
  const sheet = open ? (
    <Sheet title="Preview" onClose={() => setOpen(false)}>
      {panel(Math.min(COLUMN_PX, window.innerWidth - 32))}
    </Sheet>
  ) : null;
  // The form keeps its position in the element tree at any width, so that rotating a tablet does not reset it.
  return (
    <div className={isWide ? "grid grid-cols-[minmax(0,1fr)_390px] items-start gap-8" : "space-y-6"}>
      {isWide ? null : (
        <Button look="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Show the preview
        </Button>
      )}
      {children}
      {isWide ? <div className="sticky top-20">{panel(COLUMN_PX)}</div> : sheet}
    </div>
  );
}

/** Unlike the toast, this stays. */
function SaveResult({ tab }: { tab: ContentTab }) {
  const editor = useEditor();
  const { saving } = editor;
  const refused = editor.refused(tab);
  const problems = Object.entries(editor.problemsOn(tab)).map(([id, message]) => ({ id, message }));
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refused) summary.current?.focus();
  }, [refused]);

  if (refused && problems.length > 0) {
    return <NamedErrorSummary ref={summary} title={`Please check ${CONTENT_TABS[tab]}`} problems={problems} />;
  }
  const conflict = statusOf(saving.error) === 409;
  if (refused && saving.error && !conflict) {
    return (
      <Notice look="error">
        <p>
          {reasonOf(saving.error)} {afterFailure(saving.error)}
        </p>
      </Notice>
    );
  }
  return null;
}
