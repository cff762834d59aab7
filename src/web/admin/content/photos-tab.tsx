import { counted } from "#domain/text/counted.ts";
import { useState } from "react";
import { suggestedCategory, titleFromFileName } from "#domain/media/photo-name.ts";
import { isDrawing } from "#domain/property/picture-address.ts";
import { MAX_PHOTOS } from "#domain/property/site-content.ts";
import type { Added } from "../../media/batch-dialog.tsx";
import { BatchPicker } from "../../media/batch-picker.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { Section } from "../settings/section.tsx";
import { useEditor } from "./editor-context.ts";
import { drawingsIn, withoutDrawings } from "./without-drawings.ts";
import { afterRemoval, focusSoon, moved } from "./list-editor.tsx";
import { PhotoCard, type DraftPhoto } from "./photo-card.tsx";
import { PictureDetailsDialog } from "./picture-details-dialog.tsx";

/** SPEC 2 */
export function PhotosTab() {
  const { draft, change, changeAlong, problemAt } = useEditor();
  const [dragged, setDragged] = useState<number | null>(null);
  const [about, setAbout] = useState<string | null>(null);
  // The photo that was chosen although it was already in the gallery.
  const [chosenAgain, setChosenAgain] = useState<string | null>(null);
  // New photos whose category is guessed from the title until the host chooses a category.
  const [guessed, setGuessed] = useState<ReadonlySet<string>>(new Set());
  const { photos } = draft;
  const set = (next: DraftPhoto[]) => change({ photos: withMain(next) });
  const move = (from: number, to: number, focus: "up" | "down" | "place") => {
    set(moved(photos, from, to));
    focusSoon(`photos.${to}-${focus}`);
  };
  const edit = (place: number, part: Partial<DraftPhoto>) => {
    const photo = photos[place];
    if (!photo) return;
    const category = guessed.has(photo.url) && part.title !== undefined ? suggestedCategory(part.title) : null;
    if (part.category) setGuessed((before) => new Set([...before].filter((url) => url !== photo.url)));
    set(photos.with(place, { ...photo, ...(category ? { category } : {}), ...part }));
  };
  const add = (added: Added[]) => {
    const fresh = added.filter(({ picture }) => !photos.some(({ url }) => url === picture.url));
    const known = added.find((one) => !fresh.includes(one));
    setChosenAgain(known?.picture.url ?? null);
    if (added.length > fresh.length && added.length > 1)
      toast({ title: `Already in the gallery: ${counted(added.length - fresh.length, "photo")}` });
    if (fresh.length === 0)
      return focusSoon(`photos.${photos.findIndex(({ url }) => url === known?.picture.url)}.title`);
    setGuessed((before) => new Set([...before, ...fresh.map(({ picture }) => picture.url)]));
    set([...photos, ...fresh.map(newPhoto)]);
    focusSoon(`photos.${photos.length}.title`);
  };
  const drawings = drawingsIn(draft);
  const removeDrawings = () => {
    changeAlong("photos", withoutDrawings(draft));
    focusSoon("photos.0.title");
  };
  const problem = problemAt("photos");
  return (
    <Section
      title="Photos"
      about="Shown in this order on your home page. The main photo appears on the cottage's card."
    >
      {problem ? (
        <p id="photos" tabIndex={-1} className="mb-3 font-semibold text-danger">
          {problem}
        </p>
      ) : null}
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <BatchPicker id="photos-add" room={MAX_PHOTOS - photos.length} onAdded={add} />
        {drawings > 0 && photos.some(({ url }) => !isDrawing(url)) ? (
          <Button look="secondary" aria-describedby="drawings-about" onClick={removeDrawings}>
            {drawings === 1 ? "Remove the sample drawing" : `Remove all ${drawings} sample drawings`}
          </Button>
        ) : null}
      </div>
      {drawings > 0 && photos.some(({ url }) => !isDrawing(url)) ? (
        <p id="drawings-about" className="-mt-2 mb-4 text-sm text-ink-soft">
          Also removes sample drawings from the home page, the attractions and the map, with the names on a sample map.
          If the picture behind the headline is a drawing, your main photo takes its place.
        </p>
      ) : null}
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-3">
        {photos.map((photo, place) => (
          <PhotoCard
            key={photo.id ?? photo.url}
            photo={photo}
            place={place}
            count={photos.length}
            isDragged={dragged === place}
            hint={photo.url === chosenAgain ? "This photo is already in the gallery." : undefined}
            change={(part) => edit(place, part)}
            makeMain={() => set(photos.map((one, at) => ({ ...one, isMain: at === place })))}
            up={() => move(place, place - 1, "up")}
            down={() => move(place, place + 1, "down")}
            moveTo={(to) => move(place, to, "place")}
            remove={() => {
              set(photos.toSpliced(place, 1));
              focusSoon(afterRemoval("photos", place, photos.length - 1));
            }}
            about={() => setAbout(photo.url)}
            drag={{
              start: () => setDragged(place),
              over: () => {
                if (dragged === null || dragged === place) return;
                set(moved(photos, dragged, place));
                setDragged(place);
              },
              end: () => setDragged(null),
            }}
          />
        ))}
      </ol>
      {about ? <PictureDetailsDialog url={about} onClose={() => setAbout(null)} /> : null}
    </Section>
  );
}

/** Without a description, the title is made from the file name, or left empty if a camera chose that name. */
function newPhoto({ picture, fileName }: Added): DraftPhoto {
  const title = picture.alt || titleFromFileName(fileName);
  return { url: picture.url, title, category: suggestedCategory(title) ?? "Interior", isMain: false };
}

/** As on the server, the first photo becomes the main photo if no photo is marked as such. */
function withMain(photos: DraftPhoto[]): DraftPhoto[] {
  return photos.some((photo) => photo.isMain)
    ? photos
    : photos.map((photo, place) => ({ ...photo, isMain: place === 0 }));
}
