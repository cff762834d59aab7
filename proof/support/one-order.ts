/**
 * Looks for one order of all operations in which each answer is right: every operation at one moment between its call
 * and its answer, on one calendar (strict serializability; the search is Wing and Gong's, with what was seen
 * remembered).
 */
export type Operation<W> = {
  /** Milliseconds on one clock. */
  called: number;
  answered: number;
  label: string;
  /** True when no answer came: it may have happened or not. */
  maybe: boolean;
  /** Only looks; then it never matters to wait with it. */
  looks: boolean;
  /** Lets it happen and answers how to undo it; null when its answer would be wrong now. */
  happen: (world: W) => (() => void) | null;
};
export type OrderSearch = { ok: true; steps: number } | { ok: false; steps: number; stuckAt: string };

const MOST_STEPS = 3_000_000;
type Frame = { choices: (() => (() => void) | null)[]; index: number; undo: (() => void) | null; at: number };

/** `mark` tells states of the world apart that the same operations have led to in different orders. */
export function findOrder<W extends { mark: number }>(world: W, given: readonly Operation<W>[]): OrderSearch {
  const all = given.toSorted((a, b) => a.called - b.called);
  const done = new Uint8Array(all.length);
  const seen = new Set<string>();
  // A number for each operation; their sum says which are done.
  const names = all.map(() => Math.floor(Math.random() * 2 ** 36));
  let which = 0;
  const frames: Frame[] = [];
  let first = 0;
  let steps = 0;
  let deepest = { first: -1, label: "nothing" };

  /** Those that may be the next: called before the first answer that is still open. */
  const open = () => {
    const found: { operation: Operation<W>; i: number }[] = [];
    let before = Number.POSITIVE_INFINITY;
    for (let i = first; i < all.length; i++) {
      const operation = all[i];
      if (!operation || done[i]) continue;
      if (operation.called > before) break;
      found.push({ operation, i });
      before = Math.min(before, operation.answered);
    }
    const ready = found.filter(({ operation }) => operation.called <= before);
    return ready.toSorted((a, b) => a.operation.answered - b.operation.answered);
  };
  const choose = (i: number, happen: () => (() => void) | null) => () => {
    const undo = happen();
    if (!undo) return null;
    done[i] = 1;
    which += names[i] ?? 0;
    return () => {
      done[i] = 0;
      which -= names[i] ?? 0;
      undo();
    };
  };
  const choicesNow = (): Frame["choices"] => {
    const ready = open();
    const look = ready.find(({ operation }) => operation.looks && operation.happen(world));
    if (look) return [choose(look.i, () => look.operation.happen(world))];
    const choices = ready
      .filter(({ operation }) => !operation.looks)
      .map(({ operation, i }) => choose(i, () => operation.happen(world)));
    // What had no answer is left out only when its time is over.
    const due = ready[0];
    if (due?.operation.maybe) choices.push(choose(due.i, () => () => {}));
    if (due && first > deepest.first) deepest = { first, label: due.operation.label };
    return choices;
  };

  for (;;) {
    while (first < all.length && done[first]) first += 1;
    if (first === all.length) return { ok: true, steps };
    const window = `${which}/${world.mark}`;
    // From here it was tried before.
    const choices = seen.has(window) ? [] : choicesNow();
    seen.add(window);
    frames.push({ choices, index: 0, undo: null, at: first });
    if (!forward(frames)) return { ok: false, steps, stuckAt: deepest.label };
    steps += 1;
    if (steps > MOST_STEPS) return { ok: false, steps, stuckAt: `undecided after ${steps} steps at ${deepest.label}` };
  }

  /** Takes the next choice that is possible, going back where there is none. */
  function forward(stack: Frame[]): boolean {
    for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
      frame.undo?.();
      frame.undo = null;
      first = frame.at;
      const choice = frame.choices[frame.index++];
      if (!choice) stack.pop();
      else {
        frame.undo = choice();
        if (frame.undo) return true;
      }
    }
    return false;
  }
}
