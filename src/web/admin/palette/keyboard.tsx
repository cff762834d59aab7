import { Search } from "../../ui/icons.tsx";
import { lazy, Suspense, useCallback, useLayoutEffect, useState } from "react";
import { tinykeys } from "tinykeys";
import { useLocation } from "wouter";
import { paths } from "../../lib/paths.ts";
import { DialogNotLoaded } from "../../ui/not-loaded.tsx";
import { PageGuard } from "../../ui/page-guard.tsx";
import { areShortcutsOn, GO_KEYS, isApple, isTyping } from "./shortcuts.ts";

// Loaded when first used, so that most phones never download them.
const CommandPalette = lazy(async () => ({ default: (await import("./command-palette.tsx")).CommandPalette }));
const ShortcutsHelp = lazy(async () => ({ default: (await import("./shortcuts-help.tsx")).ShortcutsHelp }));

type Open = "palette" | "shortcuts" | null;

export function Keyboard() {
  const [open, setOpen] = useState<Open>(null);
  const [, navigate] = useLocation();
  const close = useCallback(() => setOpen(null), []);
  const showShortcuts = useCallback(() => setOpen("shortcuts"), []);

  // Layout effects run before the screen is painted, so no key is lost that is pressed once it can be seen.
  useLayoutEffect(() => {
    const letter = (work: () => void) => (event: KeyboardEvent) => {
      if (!areShortcutsOn() || isTyping(event)) return;
      event.preventDefault();
      work();
    };
    const goKeys = GO_KEYS.map(([key, { href }]) => [`g ${key}`, letter(() => navigate(href))] as const);
    return tinykeys(
      window,
      {
        "$mod+k": (event) => {
          event.preventDefault();
          setOpen((now) => (now === "palette" ? null : "palette"));
        },
        "[Shift]+?": letter(() => setOpen("shortcuts")),
        "[Shift]+/": letter(() => focusSearch(navigate)),
        ...Object.fromEntries(goKeys),
      },
      { ignore: () => false },
    );
  }, [navigate]);

  useLayoutEffect(() => {
    const ended = new AbortController();
    const start = () => void import("../frame/keep-focus.ts").then(({ keepFocus }) => keepFocus(ended.signal));
    addEventListener("keydown", start, { once: true, signal: ended.signal });
    return () => ended.abort();
  }, []);

  return (
    <>
      <button
        type="button"
        onClick={() => setOpen("palette")}
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-lg px-2 text-ink-soft hover:bg-sunken sm:border sm:border-line-strong sm:px-3"
      >
        <Search className="size-5" />
        <span className="max-sm:sr-only">Search</span>
        <kbd aria-hidden="true" className="hidden font-sans text-sm lg:inline">
          {isApple() ? "⌘K" : "Ctrl K"}
        </kbd>
      </button>
      <PageGuard key={open} instead={<DialogNotLoaded onClose={close} />}>
        <Suspense fallback={null}>
          {open === "palette" ? <CommandPalette onClose={close} onShortcuts={showShortcuts} /> : null}
          {open === "shortcuts" ? <ShortcutsHelp onClose={close} /> : null}
        </Suspense>
      </PageGuard>
    </>
  );
}

/** On screens without a search field, opens the bookings screen. */
function focusSearch(navigate: (address: string) => void): void {
  const field = document.querySelector<HTMLInputElement>("main input[type=search]");
  if (field) field.focus();
  else navigate(paths.admin.bookings);
}
