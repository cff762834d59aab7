/** Also for links that look like buttons. */
const BUTTON =
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-full px-5 py-2 text-center font-semibold wrap-normal transition-colors disabled:cursor-not-allowed disabled:opacity-60 motion-reduce:transition-none";
export const primary = `${BUTTON} border border-transparent bg-accent text-accent-ink hover:bg-accent-hover`;
export const secondary = `${BUTTON} border border-line-strong bg-surface text-ink hover:bg-sunken`;
export const quiet = `${BUTTON} border border-transparent text-ink hover:bg-sunken`;
export const input =
  "block min-h-11 w-full rounded-lg border border-line-strong bg-surface px-3 py-2 text-ink placeholder:text-ink-soft aria-invalid:border-danger aria-invalid:border-2";
