import { clsx } from "clsx";
import { GripVertical } from "../../ui/later-icons.tsx";
import { isDrawing } from "#domain/property/picture-address.ts";
import { PHOTO_CATEGORIES } from "#domain/property/site-content.ts";
import { ROOM_SIZE } from "../../lib/picture-sizes.ts";
import { PicturePicker } from "../../media/picture-picker.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { Picture } from "../../ui/picture.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import type { Draft } from "./draft.ts";
import { RowButtons } from "./list-editor.tsx";
import { TextLine } from "./text-line.tsx";

export type DraftPhoto = Draft["photos"][number];

type Props = {
  photo: DraftPhoto;
  place: number;
  count: number;
  isDragged: boolean;
  hint: string | undefined;
  change: (part: Partial<DraftPhoto>) => void;
  makeMain: () => void;
  up: () => void;
  down: () => void;
  moveTo: (place: number) => void;
  remove: () => void;
  about: () => void;
  drag: { start: () => void; over: () => void; end: () => void };
};

/** Dragging does not work on every device, so there are also buttons and a choice of positions. */
export function PhotoCard({ photo, place, count, isDragged, hint, change, makeMain, about, drag, ...row }: Props) {
  const path = `photos.${place}`;
  const name = `photo ${place + 1}`;
  return (
    // A drop target has no ARIA role; the buttons do the same without dragging.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      onDragOver={(event) => {
        event.preventDefault();
        drag.over();
      }}
      onDrop={(event) => event.preventDefault()}
      className={clsx(
        "grid content-start gap-3 rounded-xl border bg-page p-3",
        isDragged ? "border-accent opacity-60" : "border-line",
      )}
    >
      <div className="relative">
        <Picture src={photo.url} alt="" {...ROOM_SIZE} sizes="22rem" className="aspect-3/2 w-full rounded-lg" />
        <Handle place={place} drag={drag} />
        {photo.isMain ? (
          <span className="absolute right-2 bottom-2 rounded-full bg-accent px-3 py-1 text-sm font-semibold text-accent-ink">
            Main photo
          </span>
        ) : null}
      </div>
      <TextLine
        path={`${path}.title`}
        label={`Title of ${name}`}
        hint={hint}
        placeholder="What does it show?"
        value={photo.title}
        onChange={(title) => change({ title })}
      />
      <div className="grid grid-cols-[1fr_auto] items-end gap-3">
        <SelectField
          id={`${path}.category`}
          label="Category"
          value={photo.category}
          options={PHOTO_CATEGORIES.map((one) => [one, one])}
          onChange={(category) => change({ category })}
        />
        <PlaceChoice path={path} name={name} place={place} count={count} moveTo={row.moveTo} />
      </div>
      <div className="flex flex-wrap items-center gap-x-2">
        <label className="flex min-h-11 cursor-pointer items-center gap-2">
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
        <RowButtons name={name} path={path} isFirst={place === 0} isLast={place === count - 1} {...row} />
      </div>
      <div className="flex flex-wrap items-center gap-x-2 border-t border-line pt-2">
        <PicturePicker
          look="quiet"
          className="-ml-3 px-3 underline"
          onPicked={({ url, alt }) => change({ url, title: isDrawing(photo.url) && alt ? alt : photo.title })}
        >
          Replace<span className="sr-only"> {name}</span>
        </PicturePicker>
        {isDrawing(photo.url) ? (
          <span className="ml-auto text-sm text-ink-soft">A sample drawing</span>
        ) : (
          <Button look="quiet" onClick={about} className="px-3 underline">
            Picture details<span className="sr-only"> of {photo.title || name}</span>
          </Button>
        )}
      </div>
    </li>
  );
}

function Handle({ place, drag }: Pick<Props, "place" | "drag">) {
  return (
    <span
      draggable
      aria-hidden="true"
      title="Drag to another position"
      data-handle={place}
      onDragStart={(event) => {
        const card = event.currentTarget.closest("li");
        if (card) event.dataTransfer.setDragImage(card, 20, 20);
        event.dataTransfer.effectAllowed = "move";
        drag.start();
      }}
      onDragEnd={drag.end}
      className="absolute top-2 left-2 hidden size-11 cursor-grab items-center justify-center rounded-lg bg-surface shadow pointer-fine:inline-flex"
    >
      <GripVertical className="size-5" />
    </span>
  );
}

type PlaceProps = { path: string; name: string } & Pick<Props, "place" | "count" | "moveTo">;

function PlaceChoice({ path, name, place, count, moveTo }: PlaceProps) {
  return (
    <Field id={`${path}-place`} label="Position">
      {(parts) => (
        <select
          {...parts}
          aria-label={`Position of ${name}`}
          value={place}
          onChange={(event) => moveTo(Number(event.target.value))}
          className={clsx(inputClass, "w-20")}
        >
          {Array.from({ length: count }, (_, at) => (
            // A position has no identity other than its number.
            // oxlint-disable-next-line react/no-array-index-key
            <option key={at} value={at}>
              {at + 1}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
