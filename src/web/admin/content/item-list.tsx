import { ChevronDown } from "../../ui/later-icons.tsx";
import { type ReactNode, useState } from "react";
import { fieldsOf } from "../frame/binding.ts";
import { useEditor } from "./editor-context.ts";
import { ListEditor, type ListProps } from "./list-editor.tsx";

type ItemListProps<T extends object> = ListProps<T> & {
  nameOf: (item: T) => string;
  children: (at: ReturnType<typeof fieldsOf<T>>) => ReactNode;
};

export function ItemList<T extends object>({ nameOf, children, ...list }: ItemListProps<T>) {
  const kind = list.one.charAt(0).toUpperCase() + list.one.slice(1);
  return (
    <ListEditor {...list}>
      {(item, place) => (
        <ItemCard path={item.path} name={nameOf(item.value)} unnamed={`${kind} ${place + 1}`}>
          {children(fieldsOf(item))}
        </ItemCard>
      )}
    </ListEditor>
  );
}

type Props = {
  path: string;
  name: string;
  unnamed: string;
  children: ReactNode;
};

/** Collapsed to its name, unless it is new or has a problem. */
function ItemCard({ path, name, unnamed, children }: Props) {
  const { isWrongWithin } = useEditor();
  const [open, setOpen] = useState(name === "");
  const mustOpen = isWrongWithin(path);
  if (mustOpen && !open) setOpen(true);
  return (
    <details
      id={path}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group rounded-xl border border-line bg-page"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-xl px-4 py-2 font-semibold [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 wrap-anywhere">{name || unnamed}</span>
        <ChevronDown className="size-5 shrink-0 text-ink-soft group-open:rotate-180" />
      </summary>
      <div className="space-y-4 px-4 pt-1 pb-4">{children}</div>
    </details>
  );
}
