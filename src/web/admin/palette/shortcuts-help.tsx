import { useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { openModally } from "./open-modally.ts";
import { areLetterKeysOn, GO_KEYS, switchLetterKeys } from "./shortcuts.ts";

/** `?`: every key, and the switch to turn those without Ctrl off. */
export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [on, setOn] = useState(areLetterKeysOn);
  return (
    <dialog
      ref={openModally}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="m-auto w-[min(32rem,calc(100vw-2rem))] rounded-2xl border border-line bg-surface p-6 text-ink shadow-2xl backdrop:bg-black/50"
    >
      <h2 id={id} className="font-serif text-2xl">
        Keyboard shortcuts
      </h2>
      <dl className="my-4 divide-y divide-line">
        <Keys keys={["Ctrl", "K"]} meaning="Search pages, bookings and actions" />
        <Keys keys={["Ctrl", "S"]} meaning="Save, while you edit the content" />
        <Keys keys={["/"]} meaning="Search bookings" />
        <Keys keys={["?"]} meaning="This list" />
        {GO_KEYS.map(([key, { label }]) => (
          <Keys key={key} keys={["G", key.toUpperCase()]} meaning={`Go to ${label}`} />
        ))}
      </dl>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-accent"
          checked={on}
          onChange={(event) => {
            switchLetterKeys(event.target.checked);
            setOn(event.target.checked);
          }}
        />
        Use single letters as shortcuts
      </label>
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </dialog>
  );
}

function Keys({ keys, meaning }: { keys: string[]; meaning: string }) {
  return (
    <div className="flex items-center justify-between gap-4 py-2">
      <dt className="flex gap-1">
        {keys.map((key) => (
          <kbd
            key={key}
            className="inline-flex min-w-8 justify-center rounded-md border border-line-strong bg-sunken px-2 py-0.5 font-sans text-sm"
          >
            {key}
          </kbd>
        ))}
      </dt>
      <dd className="text-right">{meaning}</dd>
    </div>
  );
}
