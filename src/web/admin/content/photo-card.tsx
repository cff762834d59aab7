import { clsx } from "clsx";
import { GripVertical } from "lucide-react";
import { isDrawing } from "#domain/property/picture-address.ts";
import { PHOTO_CATEGORIES } from "#domain/property/site-content.ts";
import { ROOM_SIZE } from "../../lib/picture-sizes.ts";
import { Button } from "../../ui/button.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { Picture } from "../../ui/picture.tsx";
import type { Draft } from "./draft.ts";
import { RowButtons } from "./list-editor.tsx";
import { TextLine } from "./text-line.tsx";

export type DraftPhoto = Draft["photos"][number];

type Props = {
  photo: DraftPhoto;
  place: number;
  count: number;
  isDragged: boolean;
  /** What is to be said of it where the host looks next. */
  hint: string | undefined;
  change: (part: Partial<DraftPhoto>) => void;
  makeMain: () => void;
  up: () => void;
  down: () => void;
  remove: () => void;
  about: () => void;
  drag: { start: () => void; over: () => void; end: () => void };
};

/** One photo of the gallery. The handle is for who drags; the buttons do the same. */
export function PhotoCard({ photo, place, count, isDragged, hint, change, makeMain, about, drag, ...row }: Props) {
  const path = `photos.${place}`;
  return (
    // Where a card may be dropped has no role of its own; the buttons do the same for who does not drag.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      onDragOver={(event) => {
        event.preventDefault();
        drag.over();
      }}
      onDrop={(event) => event.preventDefault()}
      className={clsx(
        "grid gap-4 rounded-xl border bg-page p-3 sm:grid-cols-[11rem_1fr]",
        isDragged ? "border-accent opacity-60" : "border-line",
      )}
    >
      <div className="relative self-start">
        <Picture src={photo.url} alt="" {...ROOM_SIZE} sizes="22rem" className="aspect-4/3 w-full rounded-lg" />
        <span
          draggable
          aria-hidden="true"
          title="Drag to another place"
          data-handle={place}
          onDragStart={(event) => {
            const card = event.currentTarget.closest("li");
            if (card) event.dataTransfer.setDragImage(card, 20, 20);
            event.dataTransfer.effectAllowed = "move";
            drag.start();
          }}
          onDragEnd={drag.end}
          className="absolute top-2 left-2 inline-flex size-11 cursor-grab items-center justify-center rounded-lg bg-surface shadow"
        >
          <GripVertical className="size-5" />
        </span>
        {photo.isMain ? (
          <span className="absolute right-2 bottom-2 rounded-full bg-accent px-3 py-1 text-sm font-semibold text-accent-ink">
            Main photo
          </span>
        ) : null}
      </div>
      <div className="grid content-start gap-3 sm:grid-cols-2">
        <TextLine
          path={`${path}.title`}
          label="Title"
          hint={hint}
          value={photo.title}
          onChange={(title) => change({ title })}
          className="sm:col-span-2"
        />
        <Field id={`${path}.category`} label="Category">
          {(parts) => (
            <select
              {...parts}
              value={photo.category}
              onChange={(event) => {
                const category = PHOTO_CATEGORIES.find((one) => one === event.target.value);
                if (category) change({ category });
              }}
              className={inputClass}
            >
              {PHOTO_CATEGORIES.map((category) => (
                <option key={category}>{category}</option>
              ))}
            </select>
          )}
        </Field>
        <label className="flex min-h-11 cursor-pointer items-center gap-3 self-end">
          <input
            type="radio"
            name="main-photo"
            checked={photo.isMain === true}
            onChange={makeMain}
            className="size-5 accent-accent"
          />
          <span className="font-semibold">
            Main photo<span className="sr-only">: {photo.title}</span>
          </span>
        </label>
        <div className="flex flex-wrap items-center gap-2 sm:col-span-2">
          {isDrawing(photo.url) ? (
            <span className="text-sm text-ink-soft">A sample drawing</span>
          ) : (
            <Button look="quiet" onClick={about} className="-ml-3 px-3 underline">
              Picture details<span className="sr-only"> of {photo.title}</span>
            </Button>
          )}
          <RowButtons
            name={`photo ${place + 1}`}
            path={path}
            isFirst={place === 0}
            isLast={place === count - 1}
            {...row}
          />
        </div>
      </div>
    </li>
  );
}
