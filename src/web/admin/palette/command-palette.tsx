import { counted } from "#domain/text/counted.ts";
import type { BookingRow } from "#contract/admin-bookings.ts";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Search } from "../../ui/icons.tsx";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import { bookingsPageQuery } from "../../api/admin-bookings.ts";
import { signOut as signOutOfPortal } from "../../api/auth.ts";
import { useSettled } from "../../lib/use-settled.ts";
import { useSignOut } from "../frame/use-sign-out.ts";
import { type Command, commandsFor, findsBookings } from "./commands.ts";
import { reveal } from "../frame/reveal.ts";

/** A combobox with a list (ARIA APG). */
export function CommandPalette({ onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void }) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const commandsOf = useCommands(onClose, onShortcuts);
  const bookings = useBookings(typed);
  const commands = useMemo(() => commandsOf(typed, bookings.shown), [commandsOf, typed, bookings.shown]);
  const current = Math.min(at, commands.length - 1);
  const closed = useRef(false);
  useEffect(() => {
    closed.current = false;
    return () => {
      closed.current = true;
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && commands.length > 0) {
      event.preventDefault();
      setAt((current + step + commands.length) % commands.length);
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      // After fast typing, the bookings shown may still be those that match an earlier text.
      void bookings.of(typed).then((found) => {
        if (closed.current) return;
        const matching = commandsOf(typed, found);
        matching[Math.min(at, matching.length - 1)]?.run();
      });
    }
  };

  return (
    <dialog
      ref={openModally}
      aria-label="Command palette"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="mx-auto mt-[8dvh] mb-auto w-[min(40rem,calc(100vw-2rem))] rounded-2xl border border-line bg-surface p-0 text-ink shadow-2xl backdrop:bg-black/50"
    >
      <div className="flex max-h-[80dvh] flex-col">
        <div className="flex items-center gap-2 border-b border-line pl-4">
          <Search className="size-5 shrink-0 text-ink-soft" />
          <input
            role="combobox"
            aria-label="Search pages, bookings and actions"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={commands[current] ? `${id}-${commands[current].id}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            placeholder="Guest, phone, setting, anything"
            className="min-h-14 w-full bg-transparent pr-2 outline-none placeholder:text-ink-soft"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
          />
          <button type="button" onClick={onClose} className="min-h-11 px-4 font-semibold underline">
            Close
          </button>
        </div>
        <Found commands={commands} current={current} id={id} />
        <p role="status" className="sr-only">
          {counted(commands.length, "result")}
        </p>
      </div>
    </dialog>
  );
}

const SEARCH_DELAY_MS = 100;
const NOTHING: BookingRow[] = [];

/** If the API call fails, the palette still finds pages and actions. */
function useBookings(typed: string) {
  const client = useQueryClient();
  const search = useSettled(typed.trim(), SEARCH_DELAY_MS);
  const { data } = useQuery({
    ...bookingsPageQuery({ search }),
    enabled: findsBookings(search),
    placeholderData: keepPreviousData,
  });
  return {
    shown: data?.bookings ?? NOTHING,
    of: async (text: string): Promise<BookingRow[]> => {
      if (!findsBookings(text)) return NOTHING;
      try {
        const query = bookingsPageQuery({ search: text.trim() });
        return (await client.fetchQuery({ ...query, staleTime: REUSE_MS })).bookings;
      } catch {
        return NOTHING;
      }
    },
  };
}

/** So that Enter usually acts on the bookings that are listed. */
const REUSE_MS = 10_000;

type CommandsOf = (typed: string, bookings: readonly BookingRow[]) => Command[];

function useCommands(onClose: () => void, onShortcuts: () => void): CommandsOf {
  const [, navigate] = useLocation();
  const { signOut } = useSignOut(signOutOfPortal);
  return useMemo(() => {
    const closing = (work: () => void) => () => {
      onClose();
      work();
    };
    const actions = {
      go: (address: string) =>
        closing(() => {
          navigate(address);
          reveal(address);
        })(),
      leave: (address: string) => location.assign(address),
      signOut: closing(signOut),
      showShortcuts: closing(onShortcuts),
    };
    return (typed, bookings) => commandsFor(typed, bookings, actions);
  }, [navigate, signOut, onClose, onShortcuts]);
}

function Found({ commands, current, id }: { commands: Command[]; current: number; id: string }) {
  if (commands.length === 0) {
    return (
      <p id={`${id}-list`} className="p-6 text-center text-ink-soft">
        Nothing found. Try a guest's name, or a word like price, wifi or backup.
      </p>
    );
  }
  const groups = Map.groupBy(commands, (command) => command.group);
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Results" className="overflow-y-auto p-2">
      {[...groups].map(([group, members]) => (
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <p id={`${id}-${group}`} className="px-3 pt-3 pb-1 text-sm font-semibold text-ink-soft">
            {group}
          </p>
          {members.map((command) => (
            <Option
              key={command.id}
              id={`${id}-${command.id}`}
              command={command}
              current={command === commands[current]}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function Option({ id, command, current }: { id: string; command: Command; current: boolean }) {
  return (
    // The focus is in the combobox, which refers to the current option.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={current}
      ref={(element) => {
        if (current) element?.scrollIntoView({ block: "nearest" });
      }}
      onClick={command.run}
      className={clsx(
        "flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-4 rounded-lg px-3 py-2",
        current ? "bg-accent text-accent-ink" : "hover:bg-sunken",
      )}
    >
      <span className="font-medium wrap-anywhere">{command.label}</span>
      <span className={clsx("text-sm", current ? "text-accent-ink" : "text-ink-soft")}>{command.hint}</span>
    </div>
  );
}

/** A `ref` for a dialog that is rendered only while it is open. Closing the dialog returns the focus. */
function openModally(dialog: HTMLDialogElement | null): () => void {
  if (dialog && !dialog.open) dialog.showModal();
  return () => dialog?.close();
}
