import { ArrowDown, ArrowUp, type LucideIcon, Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { useEditor } from "./editor-context.ts";
import { moved } from "./moved.ts";

type Props<T> = {
  /** Where the list stands in the content: `gettingHere.landmarks`. */
  path: string;
  /** Above the list, and one of it: "House rules", "rule". */
  title: string;
  one: string;
  hint?: string;
  items: readonly T[];
  /** What a new one is before it is written. */
  fresh: () => T;
  onChange: (items: T[]) => void;
  /** The fields of one; `path` begins their ids. */
  children: (item: T, change: (item: T) => void, path: string, place: number) => ReactNode;
};

/** A list in the host's order: write, add, move, remove, all with buttons. */
export function ListEditor<T>({ path, title, one, hint, items, fresh, onChange, children }: Props<T>) {
  const problem = useEditor().problemAt(path);
  const change = (next: T[], focus: string) => {
    onChange(next);
    focusSoon(focus);
  };
  return (
    <fieldset id={path} tabIndex={-1} className="min-w-0" aria-describedby={problem ? `${path}-problem` : undefined}>
      <legend className="mb-1 font-semibold">{title}</legend>
      {hint ? <p className="mb-2 text-sm text-ink-soft">{hint}</p> : null}
      {problem ? (
        <p id={`${path}-problem`} className="mb-2 text-sm font-semibold text-danger">
          {problem}
        </p>
      ) : null}
      <ol className="space-y-2">
        {items.map((item, place) => (
          // The place is the identity: items have no id, and what is typed must not remount its field.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place} className="flex flex-wrap items-start gap-x-1 gap-y-2">
            <div className="min-w-0 flex-1 basis-56">
              {children(item, (next) => onChange(items.with(place, next)), `${path}.${place}`, place)}
            </div>
            <RowButtons
              name={`${one} ${place + 1}`}
              path={`${path}.${place}`}
              isFirst={place === 0}
              isLast={place === items.length - 1}
              up={() => change(moved(items, place, place - 1), `${path}.${place - 1}-up`)}
              down={() => change(moved(items, place, place + 1), `${path}.${place + 1}-down`)}
              remove={() => change(items.toSpliced(place, 1), `${path}-add`)}
            />
          </li>
        ))}
      </ol>
      <Button
        look="secondary"
        id={`${path}-add`}
        className="mt-3"
        onClick={() => change([...items, fresh()], `${path}.${items.length}`)}
      >
        <Plus aria-hidden="true" className="size-4" />
        Add {/^[aeiou]/.test(one) ? "an" : "a"} {one}
      </Button>
    </fieldset>
  );
}

type RowProps = {
  name: string;
  path: string;
  isFirst: boolean;
  isLast: boolean;
  up: () => void;
  down: () => void;
  remove: () => void;
};

/** What is done with one of a list: moved a place up or down, or taken away. */
export function RowButtons({ name, path, isFirst, isLast, up, down, remove }: RowProps) {
  return (
    <div className="ml-auto flex flex-wrap justify-end">
      <IconButton id={`${path}-up`} label={`Move ${name} up`} onClick={up} idle={isFirst} Sign={ArrowUp} />
      <IconButton id={`${path}-down`} label={`Move ${name} down`} onClick={down} idle={isLast} Sign={ArrowDown} />
      <IconButton id={`${path}-remove`} label={`Remove ${name}`} onClick={remove} idle={false} Sign={Trash2} />
    </div>
  );
}

type IconProps = { id: string; label: string; onClick: () => void; idle: boolean; Sign: LucideIcon };

/** An idle one stays where it is and keeps the focus: at the end of the list the buttons must not jump. */
function IconButton({ id, label, onClick, idle, Sign }: IconProps) {
  return (
    <button
      type="button"
      id={id}
      aria-label={label}
      aria-disabled={idle}
      onClick={idle ? undefined : onClick}
      className="inline-flex size-11 items-center justify-center rounded-lg text-ink-soft hover:bg-sunken hover:text-ink aria-disabled:opacity-40"
    >
      <Sign aria-hidden="true" className="size-5" />
    </button>
  );
}

/** After the list has been drawn anew: the new field, or the button of the one that moved. */
export function focusSoon(id: string, frames = FOCUS_WITHIN_FRAMES): void {
  requestAnimationFrame(() => {
    const target = document.getElementById(id) ?? document.getElementById(`${id}.0`);
    const first = target?.matches("input, textarea, button, select")
      ? target
      : target?.querySelector<HTMLElement>("input, textarea");
    // What was just added may still have to be drawn, and a dialog that closes gives the focus back first.
    if (first && !document.querySelector("dialog[open]")) first.focus();
    else if (frames > 0) focusSoon(id, frames - 1);
  });
}
const FOCUS_WITHIN_FRAMES = 30;
