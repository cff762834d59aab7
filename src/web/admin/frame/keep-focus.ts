const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0']";

/** `before` contains the controls before this one; `around` contains its ancestors, from the inside out. */
type Place = { control: Element; before: Element[]; around: Element[] };

/**
 * Many controls disappear when they are used, such as a "Save" button that is shown only while there is input. The
 * focus is then lost, and a screen reader starts again at the top of the page. For keyboard users, this moves the focus
 * to the control that has taken the place of the old one; on a phone, focusing a field would open the on-screen
 * keyboard.
 */
export function keepFocus(signal: AbortSignal): void {
  let last: Place | null = null;
  const note = () => {
    const control = document.activeElement;
    if (control && control !== document.body && control !== last?.control) last = placeOf(control);
  };
  const forget = () => {
    last = null;
  };
  addEventListener("keydown", note, { signal, capture: true });
  // Otherwise, a held Enter key would press the next button as soon as the focus has moved there.
  const stopHeld = (event: KeyboardEvent) => {
    if (event.repeat && event.key === "Enter" && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
  };
  addEventListener("keydown", stopHeld, { signal, capture: true });
  addEventListener("keyup", note, { signal, capture: true });
  // A screen reader can move the focus without a key event.
  addEventListener("focusin", () => last && note(), { signal });
  addEventListener("pointerdown", forget, { signal, capture: true });

  let timer = 0;
  const observer = new MutationObserver(() => {
    if (!last) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (last && document.activeElement === document.body) successorOf(last)?.focus();
    }, SETTLED_MS);
  });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  signal.addEventListener("abort", () => observer.disconnect());
}

/** Time for a closing dialog or a new list item to set the focus itself. */
const SETTLED_MS = 100;

function placeOf(control: Element): Place {
  const around: Element[] = [];
  for (let one = control.parentElement; one; one = one.parentElement) around.push(one);
  return { control, before: controlsIn(document.body).filter((one) => follows(one, control)), around };
}

/** Null if a whole screen has been replaced, or while the control is only disabled. */
function successorOf({ control, before, around }: Place): HTMLElement | null {
  if (control.isConnected) return controlsIn(document.body).find((one) => one === control) ?? null;
  const previous = before.findLast((one) => one.isConnected);
  for (const part of around.filter((one) => one.isConnected)) {
    if (part.matches("main, body")) return null;
    const controls = controlsIn(part);
    const next = controls.find((one) => !previous || follows(previous, one)) ?? controls.at(-1);
    if (next) return next;
  }
  return null;
}

function controlsIn(part: Element): HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (one) => one.checkVisibility() && !one.matches(":disabled"),
  );
}

function follows(one: Element, other: Element): boolean {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
