/** Screens load their data first; a part that has not come by then is not on them. */
const GIVE_UP_MS = 10_000;

/** Brings the part of the screen that an address names into view and gives it the focus, as soon as it is drawn. */
export function reveal(address: string): void {
  const id = new URL(address, location.href).hash.slice(1);
  if (!id) return;
  const show = () => {
    const part = document.getElementById(id) ?? document.querySelector<HTMLElement>(`[id^="${CSS.escape(id)}."]`);
    if (!part) return false;
    part.scrollIntoView({ block: part.clientHeight > innerHeight / 2 ? "start" : "center" });
    part.focus({ preventScroll: true });
    return true;
  };
  if (show()) return;
  const watch = new MutationObserver(() => {
    if (show()) watch.disconnect();
  });
  watch.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => watch.disconnect(), GIVE_UP_MS);
}
