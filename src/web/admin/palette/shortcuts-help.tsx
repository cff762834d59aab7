import { useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { areShortcutsOn, GO_KEYS, isApple, switchShortcuts } from "./shortcuts.ts";

export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useState(areShortcutsOn);
  const modifier = isApple() ? "⌘" : "Ctrl";
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="my-4 divide-y divide-line">
        <Keys keys={[modifier, "K"]} meaning="Search pages, bookings and actions" />
        <Keys keys={[modifier, "S"]} meaning="Save while editing the content" />
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
            switchShortcuts(event.target.checked);
            setOn(event.target.checked);
          }}
        />
        Use single letters as shortcuts
      </label>
    </Dialog>
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
