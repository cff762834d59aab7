const STORED_AS = "portal-scroll";
const MAX_REMEMBERED = 100;
/** The longest time that a screen may take to reach its earlier height while its code and rows load. */
const SETTLING_MS = 5000;
const BY_HAND = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/** By history entry. */
let places = new Map<string, number>();
/** Null while no position is being restored. */
let stopRestoring: (() => void) | null = null;

/**
 * Identifies the current history entry. Without the Navigation API, all visits to a path share a scroll position. The
 * full URL is not used because it may contain a guest's name that the host searched for, which must not be stored.
 */
function entry(): string {
  const named = "navigation" in window ? window.navigation.currentEntry?.key : undefined;
  return named ?? location.pathname;
}

/**
 * Restores the scroll position after back, forward and reload. Browsers do this for documents, but the portal's screens
 * are rendered too late for that.
 */
export function keepScrollPlace(): void {
  history.scrollRestoration = "manual";
  places = readPlaces();
  addEventListener(
    "scroll",
    () => {
      if (!stopRestoring) places.set(entry(), window.scrollY);
    },
    { passive: true },
  );
  addEventListener("popstate", restorePlace);
  addEventListener("pagehide", () => {
    const latest = [...places].slice(-MAX_REMEMBERED);
    sessionStorage.setItem(STORED_AS, JSON.stringify(latest));
  });
  restorePlace();
}

/** A screen that is opened by a link starts at the top. */
export function beginScreen(): void {
  if (!stopRestoring) window.scrollTo(0, 0);
}

function restorePlace(): void {
  stopRestoring?.();
  const place = places.get(entry());
  if (place === undefined) return;
  const scroll = () => window.scrollTo({ top: place, behavior: "instant" });
  const growing = new ResizeObserver(scroll);
  const stop = () => {
    growing.disconnect();
    clearTimeout(settled);
    for (const event of BY_HAND) removeEventListener(event, stop);
    stopRestoring = null;
  };
  const settled = setTimeout(stop, SETTLING_MS);
  for (const event of BY_HAND) addEventListener(event, stop, { passive: true });
  stopRestoring = stop;
  growing.observe(document.body);
  scroll();
}

function readPlaces(): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED_AS) ?? "[]");
    const pairs = Array.isArray(stored) ? stored.filter(isPlace) : [];
    return new Map(pairs);
  } catch {
    return new Map();
  }
}

function isPlace(pair: unknown): pair is [string, number] {
  return Array.isArray(pair) && typeof pair[0] === "string" && typeof pair[1] === "number";
}
