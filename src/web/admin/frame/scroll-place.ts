const STORED_AS = "portal-scroll";
/** Positions that are remembered; a host's way through the portal is shorter. */
const MOST_REMEMBERED = 100;
/** So long a screen may still grow into what it was: its code and its rows come one after another. */
const SETTLING_MS = 5000;
const BY_HAND = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/** How far down each entry of the history was scrolled. */
let places = new Map<string, number>();
/** Ends the present return to a place; null while there is none. */
let stopReturning: (() => void) | null = null;

/**
 * Where a browser has no names for the entries of its history, a path stands for all its visits: a whole address may
 * hold the name that a host searches for, which is not stored.
 */
function entry(): string {
  const named = "navigation" in window ? window.navigation.currentEntry?.key : undefined;
  return named ?? location.pathname;
}

/**
 * Back, forward and reload lead to the place on a screen where it was left. Browsers do that for documents; the
 * portal's screens are drawn after the browser has looked.
 */
export function keepScrollPlace(): void {
  history.scrollRestoration = "manual";
  places = readPlaces();
  addEventListener(
    "scroll",
    () => {
      if (!stopReturning) places.set(entry(), window.scrollY);
    },
    { passive: true },
  );
  addEventListener("popstate", returnToPlace);
  addEventListener("pagehide", () => {
    const latest = [...places].slice(-MOST_REMEMBERED);
    sessionStorage.setItem(STORED_AS, JSON.stringify(latest));
  });
  returnToPlace();
}

/** A screen that was opened by a link begins at its top; one that was returned to does not. */
export function beginScreen(): void {
  if (!stopReturning) window.scrollTo(0, 0);
}

function returnToPlace(): void {
  stopReturning?.();
  const place = places.get(entry());
  if (place === undefined) return;
  const scroll = () => window.scrollTo({ top: place, behavior: "instant" });
  const growing = new ResizeObserver(scroll);
  const stop = () => {
    growing.disconnect();
    clearTimeout(settled);
    for (const event of BY_HAND) removeEventListener(event, stop);
    stopReturning = null;
  };
  const settled = setTimeout(stop, SETTLING_MS);
  for (const event of BY_HAND) addEventListener(event, stop, { passive: true });
  stopReturning = stop;
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
