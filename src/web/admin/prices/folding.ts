import { useState } from "react";
import { focusSoon } from "../content/list-editor.tsx";
import { type Binding, itemsOf } from "../frame/binding.ts";
import { usePriceEditor } from "./editor.ts";

/**
 * Which items of a list show their fields; the others are a single line. New items and items with a problem are open.
 * Items are identified by their position, so the list must report which items are added and removed.
 */
export function useFolding<T extends { name: string }>(list: Binding<T[]>) {
  const { path, value: items } = list;
  const { problems } = usePriceEditor();
  const [opened, setOpened] = useState<ReadonlySet<number>>(
    () => new Set(items.flatMap(({ name }, place) => (name === "" ? [place] : []))),
  );
  const keepOpen = (place: number) => setOpened((before) => (before.has(place) ? before : new Set([...before, place])));
  return {
    isOpen: (place: number) =>
      opened.has(place) || Object.keys(problems).some((field) => field.startsWith(`${path}.${place}.`)),
    /** Editing an item keeps it open: otherwise, it would close as soon as its problem is corrected. */
    items: itemsOf(list).map((item, place) => ({
      ...item,
      onChange: (changed: T) => {
        keepOpen(place);
        item.onChange(changed);
      },
    })),
    open: (place: number) => {
      keepOpen(place);
      focusSoon(`${path}.${place}.name`);
    },
    /** Closing an item would discard invalid input, so the item stays open and the browser says what is wrong. */
    close: (place: number) => {
      const invalid = invalidIn(path, place);
      if (invalid) return void invalid.reportValidity();
      setOpened((before) => new Set([...before].filter((one) => one !== place)));
      focusSoon(`${path}.${place}-edit`);
    },
    /** The others close, except those with invalid input or a problem. */
    added: () => {
      const place = items.length;
      setOpened((before) => new Set([...[...before].filter((one) => invalidIn(path, one)), place]));
      focusSoon(`${path}.${place}.name`);
    },
    removed: (gone: ReadonlySet<number>) => {
      const left = items.map((_item, place) => place).filter((place) => !gone.has(place));
      setOpened((before) => new Set(left.flatMap((place, now) => (before.has(place) ? [now] : []))));
      focusSoon(`${path}-add`);
    },
  };
}

export type Folding = Pick<ReturnType<typeof useFolding>, "isOpen" | "open" | "close">;

function invalidIn(path: string, place: number): HTMLInputElement | null | undefined {
  return document.getElementById(`${path}.${place}`)?.querySelector<HTMLInputElement>("input:invalid");
}
