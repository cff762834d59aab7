/** Screens load their data first; a part that has not come by then is not on them. */
const GIVE_UP_MS = 10_000;
/** Whoever does one of these has seen enough of it. */
const TAKEN_OVER = ["wheel", "touchmove", "pointerdown", "keydown"];

/**
 * Brings the part of the screen that an address names into view and gives it, or the first control in it, the focus. It
 * stays in view while what stands above it loads.
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
  const ended = new AbortController();
  ended.signal.addEventListener("abort", () => {
    drawn.disconnect();
    resized.disconnect();
  });
  // Not the key or tap that led here.
  requestAnimationFrame(() => {
    for (const act of TAKEN_OVER) addEventListener(act, () => ended.abort(), { signal: ended.signal, passive: true });
  });
  setTimeout(() => ended.abort(), GIVE_UP_MS);
  drawn.observe(document.body, { childList: true, subtree: true });
  // Tells the present size at once, too.
  resized.observe(document.body);
}

function focusIn(part: HTMLElement): void {
  part.focus({ preventScroll: true });
  if (document.activeElement === part) return;
  part.querySelector<HTMLElement>("button, a[href], input, select, textarea")?.focus({ preventScroll: true });
}
