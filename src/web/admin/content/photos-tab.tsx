import { useState } from "react";
import { PicturePicker } from "../../media/picture-picker.tsx";
import { Section } from "../settings/section.tsx";
import { useEditor } from "./editor-context.ts";
import { focusSoon } from "./list-editor.tsx";
import { moved } from "./moved.ts";
import { PhotoCard, type DraftPhoto } from "./photo-card.tsx";
import { PictureDetailsDialog } from "./picture-details-dialog.tsx";

/** SPEC 2: Photos. Add, edit, order, remove, and always one that is the main one. */
export function PhotosTab() {
  const { draft, change, problemAt } = useEditor();
  const [dragged, setDragged] = useState<number | null>(null);
  const [about, setAbout] = useState<string | null>(null);
  /** The photo that was chosen although it is in the gallery already. */
  const [chosenAgain, setChosenAgain] = useState<string | null>(null);
  const { photos } = draft;
  const set = (next: DraftPhoto[]) => change({ photos: withMain(next) });
  const move = (from: number, to: number, button: "up" | "down") => {
    set(moved(photos, from, to));
    focusSoon(`photos.${to}-${button}`);
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
      <ol className="space-y-3">
        {photos.map((photo, place) => (
          <PhotoCard
            key={photo.id ?? photo.url}
            photo={photo}
            place={place}
            count={photos.length}
            isDragged={dragged === place}
            hint={photo.url === chosenAgain ? "This photo is already in the gallery." : undefined}
            change={(part) => set(photos.with(place, { ...photo, ...part }))}
            makeMain={() => set(photos.map((one, at) => ({ ...one, isMain: at === place })))}
            up={() => move(place, place - 1, "up")}
            down={() => move(place, place + 1, "down")}
            remove={() => {
              set(photos.toSpliced(place, 1));
              focusSoon("photos-add");
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
      <div id="photos-add" className="mt-4">
        <PicturePicker
          onPicked={(picture) => {
            const there = photos.findIndex((photo) => photo.url === picture.url);
            setChosenAgain(there === -1 ? null : picture.url);
            if (there !== -1) return focusSoon(`photos.${there}.title`);
            set([...photos, { url: picture.url, title: picture.alt, category: "Interior", isMain: false }]);
            focusSoon(`photos.${photos.length}.title`);
          }}
        >
          Add a photo
        </PicturePicker>
      </div>
      {about ? <PictureDetailsDialog url={about} onClose={() => setAbout(null)} /> : null}
    </Section>
  );
}

/** The same rule as the server's: where the main photo has gone, the first takes its place. */
function withMain(photos: DraftPhoto[]): DraftPhoto[] {
  return photos.some((photo) => photo.isMain)
    ? photos
    : photos.map((photo, place) => ({ ...photo, isMain: place === 0 }));
}
