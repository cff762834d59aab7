import { useState } from "react";
import { focusSoon } from "../content/list-editor.tsx";
import { usePriceEditor } from "./editor.ts";

/**
 * Which items of a list show their fields; the others are one line each. A new item is open, and so is one with a problem.
 * Items are known by their place, so the list says what is added and removed.
 */
export function useFolding(path: string, names: readonly string[]) {
  const { problems } = usePriceEditor();
  const [opened, setOpened] = useState<ReadonlySet<number>>(
    () => new Set(names.flatMap((name, place) => (name === "" ? [place] : []))),
  );
  const keepOpen = (place: number) => setOpened((before) => (before.has(place) ? before : new Set([...before, place])));
  return {
    isOpen: (place: number) =>
      opened.has(place) || Object.keys(problems).some((field) => field.startsWith(`${path}.${place}.`)),
    /** Otherwise an item that is open for its problem would close as soon as the problem is corrected. */
    keepOpen,
    open: (place: number) => {
      keepOpen(place);
      focusSoon(`${path}.${place}.name`);
    },
    /** What cannot be read yet would be lost, so the item stays open and the browser says why. */
    close: (place: number) => {
      const unreadable = unreadableIn(path, place);
      if (unreadable) return void unreadable.reportValidity();
      setOpened((before) => new Set([...before].filter((one) => one !== place)));
      focusSoon(`${path}.${place}-edit`);
    },
    /** The new last item is open; those that are finished close. */
    added: () => {
      const place = names.length;
      setOpened((before) => new Set([...[...before].filter((one) => unreadableIn(path, one)), place]));
      focusSoon(`${path}.${place}.name`);
    },
    removed: (gone: ReadonlySet<number>) => {
      const left = names.map((_name, place) => place).filter((place) => !gone.has(place));
      setOpened((before) => new Set(left.flatMap((place, now) => (before.has(place) ? [now] : []))));
      focusSoon(`${path}-add`);
    },
  };
}

export type Folding = ReturnType<typeof useFolding>;

function unreadableIn(path: string, place: number): HTMLInputElement | null | undefined {
  return document.getElementById(`${path}.${place}`)?.querySelector<HTMLInputElement>("input:invalid");
}
