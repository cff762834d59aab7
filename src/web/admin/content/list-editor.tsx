import { type LucideIcon } from "../../ui/icons.tsx";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "../../ui/later-icons.tsx";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { type Binding, itemsOf } from "../frame/binding.ts";
import { useEditor } from "./editor-context.ts";

export type ListProps<T> = Binding<T[]> & {
  /** For example, "House rules" and "rule". */
  title: string;
  one: string;
  hint?: string;
  fresh: () => T;
};

type Props<T> = ListProps<T> & {
  /** The ids of the fields must begin with the item's path. */
  children: (item: Binding<T>, place: number) => ReactNode;
};

export function ListEditor<T>({ path, value, onChange, title, one, hint, fresh, children }: Props<T>) {
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
        {itemsOf({ path, value, onChange }).map((item, place) => (
          // Items have no id, and typing must not remount a field, so the index is the key.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place} className="flex flex-wrap items-start gap-x-1 gap-y-2">
            <div className="min-w-0 flex-1 basis-56">{children(item, place)}</div>
            <RowButtons
              name={`${one} ${place + 1}`}
              path={item.path}
              isFirst={place === 0}
              isLast={place === value.length - 1}
              up={() => change(moved(value, place, place - 1), `${path}.${place - 1}-up`)}
              down={() => change(moved(value, place, place + 1), `${path}.${place + 1}-down`)}
              remove={() => change(value.toSpliced(place, 1), afterRemoval(path, place, value.length - 1))}
            />
          </li>
        ))}
      </ol>
      <Button
        look="secondary"
        id={`${path}-add`}
        className="mt-3"
        onClick={() => change([...value, fresh()], `${path}.${value.length}`)}
      >
        <Plus className="size-4" />
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

/** A button with nothing to do stays and keeps the focus, so that the buttons do not jump at either end of the list. */
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
      <Sign className="size-5" />
    </button>
  );
}

/** Focuses a new field, or the button of a moved item, once it has been rendered. */
export function focusSoon(id: string, frames = FOCUS_WITHIN_FRAMES): void {
  requestAnimationFrame(() => {
    const target = document.getElementById(id) ?? document.getElementById(`${id}.0`);
    const first = target?.matches("input, textarea, button, select")
      ? target
      : target?.querySelector<HTMLElement>("input, textarea");
    // A new item may not have been rendered yet, and a closing dialog first returns the focus.
    if (first && !document.querySelector("dialog[open]")) first.focus();
    else if (frames > 0) focusSoon(id, frames - 1);
  });
}
const FOCUS_WITHIN_FRAMES = 30;

/**
 * The id of the button to focus after an item has been removed: the next item's remove button, the last item's if there
 * is no next one, or the add button of an empty list.
 */
export function afterRemoval(path: string, place: number, left: number): string {
  return left === 0 ? `${path}-add` : `${path}.${Math.min(place, left - 1)}-remove`;
}

/** An index outside the list means the nearest end of the list. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = [...items];
  const [item] = rest.splice(from, 1);
  if (item === undefined) return rest;
  rest.splice(Math.min(Math.max(to, 0), rest.length), 0, item);
  return rest;
}
