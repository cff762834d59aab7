/** Screens load their data before they render all parts, so the part may appear later. */
const GIVE_UP_MS = 10_000;
/** After one of these events, the host controls the scroll position. */
const TAKEN_OVER = ["wheel", "touchmove", "pointerdown", "keydown"];

/**
 * Scrolls to the part that the URL's fragment names, and focuses it or its first control. The part stays in view while
 * the content above it loads.
 */
export function reveal(address: string): void {
  const id = new URL(address, location.href).hash.slice(1);
  if (!id) return;
  let revealed: HTMLElement | null = null;
  const show = () => {
    const part = document.getElementById(id) ?? document.querySelector<HTMLElement>(`[id^="${CSS.escape(id)}."]`);
    if (!part) return;
    const block = part.clientHeight > innerHeight / 2 ? "start" : "center";
    part.scrollIntoView({ block, behavior: "instant" });
    if (revealed !== part) focusIn(part);
    revealed = part;
  };
  const drawn = new MutationObserver(() => {
    if (!revealed?.isConnected) show();
  });
  const resized = new ResizeObserver(show);
  const end = () => {
    drawn.disconnect();
    resized.disconnect();
  };
  // We start listening in the next frame, to ignore the key press or tap that led here.
  requestAnimationFrame(() => {
    for (const act of TAKEN_OVER) addEventListener(act, end, { once: true, passive: true });
  });
  setTimeout(end, GIVE_UP_MS);
  drawn.observe(document.body, { childList: true, subtree: true });
  // The observer also reports the current size immediately.
  resized.observe(document.body);
}

/** Does nothing if the focus is already inside, for example because the host pressed Tab right after the skip link. */
function focusIn(part: HTMLElement): void {
  for (const target of [part, part.querySelector<HTMLElement>("button, a[href], input, select, textarea")]) {
    if (!part.contains(document.activeElement)) target?.focus({ preventScroll: true });
  }
}
