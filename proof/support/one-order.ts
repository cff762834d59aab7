/**
 * Searches for an order of all operations in which each response is correct and each operation takes effect at one
 * moment between its call and its response (strict serializability; Wing and Gong's algorithm with memoization).
 */
export type Operation<W> = {
  /**
   * In milliseconds on the same clock. Without a response, `answered` is the time after which the operation can no
   * longer take effect.
   */
  called: number;
  answered: number;
  label: string;
  /** No response: the operation may or may not have taken effect. */
  maybe: boolean;
  /** Read-only, so postponing the operation does not affect others. */
  looks: boolean;
  /** Returns a function that undoes the operation; null if its response would be wrong now. */
  happen: (world: W) => (() => void) | null;
};
export type OrderSearch = { ok: true; steps: number } | { ok: false; steps: number; stuckAt: string };

const MAX_STEPS = 3_000_000;
type Frame = { choices: (() => (() => void) | null)[]; index: number; undo: (() => void) | null; at: number };

/** `mark` distinguishes states that the same operations produce in different orders. */
export function findOrder<W extends { mark: number }>(world: W, given: readonly Operation<W>[]): OrderSearch {
  const all = given.toSorted((a, b) => a.called - b.called);
  const done = new Uint8Array(all.length);
  const seen = new Set<string>();
  // The sum of these numbers identifies the set of completed operations.
  const names = all.map(() => Math.floor(Math.random() * 2 ** 36));
  let which = 0;
  const frames: Frame[] = [];
  let first = 0;
  let steps = 0;
  let deepest = { first: -1, label: "nothing" };

  /** The candidates for the next operation: those that were called before the first pending response. */
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
    // An operation without a response is skipped only after its time limit.
    const due = ready[0];
    if (due?.operation.maybe) choices.push(choose(due.i, () => () => {}));
    if (due && first > deepest.first) deepest = { first, label: due.operation.label };
    return choices;
  };

  for (;;) {
    while (first < all.length && done[first]) first += 1;
    if (first === all.length) return { ok: true, steps };
    const window = `${which}/${world.mark}`;
    // A state that was tried before is not searched again.
    const choices = seen.has(window) ? [] : choicesNow();
    seen.add(window);
    frames.push({ choices, index: 0, undo: null, at: first });
    if (!forward(frames)) return { ok: false, steps, stuckAt: deepest.label };
    steps += 1;
    if (steps > MAX_STEPS) return { ok: false, steps, stuckAt: `undecided after ${steps} steps at ${deepest.label}` };
  }

  /** Backtracks if there is no possible choice. */
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
