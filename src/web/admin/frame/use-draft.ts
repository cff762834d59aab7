import { useState } from "react";
import { ApiError } from "../../api/client.ts";
import { fieldErrors } from "../../lib/display-error.ts";

type Versioned = { version: number | string };

type Options<T> = {
  /** False while there is no input: the form then shows the latest values. */
  holds?: boolean;
  /** The stored values on which the form depends. Other changes to the record do not conflict with the form. */
  about?: (stored: T) => unknown;
  /** The error of the last save. */
  error: Error | null;
};

/**
 * The version that a form's save is based on. Live updates replace `stored` while the host types, so a save with the
 * latest version would overwrite a change that the host never saw. The version therefore stays the one that the host
 * started from, unless the change does not affect the form. Once the server has refused it, the host knows about the
 * change, and the next save is based on the version that is shown now.
 */
export function useBaseVersion<T extends Versioned>(stored: T, options: Options<T>) {
  const { holds = true, about = ({ version }: T) => version, error } = options;
  const [state, setState] = useState<State<T>>({ start: stored, seen: stored, handled: null });
  const isSame = (one: T, other: T) => one.version === other.version || areEqual(about(one), about(other));
  const moved = state.seen.version !== stored.version;
  const refused = error !== state.handled && error instanceof ApiError && error.status === 409;
  if (!holds && (moved || state.start.version !== stored.version)) setState({ ...state, start: stored, seen: stored });
  else if (moved && isSame(state.seen, stored)) setState({ ...state, seen: stored });
  else if (moved && refused) setState({ ...state, seen: stored, handled: error });
  return {
    seen: state.seen,
    /** What was stored when editing began. */
    start: state.start,
    /** Call this with the record that the server returned for a save. */
    saved: (after: T) => setState({ start: after, seen: after, handled: error }),
  };
}

type State<T> = {
  start: T;
  seen: T;
  /** The refusal for which `seen` has already been updated. */
  handled: Error | null;
};

/** Fields without input show the stored values. `from` returns the stored values of the form's fields. */
export function useDraft<T extends Versioned, Fields extends object>(
  stored: T,
  from: (stored: T) => Fields,
  { error, initial = {} }: { error: Error | null; initial?: Partial<Fields> },
) {
  const [edits, setEdits] = useState<Partial<Fields>>(initial);
  const holds = Object.keys(edits).length > 0;
  const { seen, start, saved } = useBaseVersion(stored, { holds, about: from, error });
  const [before, now] = [from(start), from(stored)];
  const fields: Fields = { ...now, ...edits };
  const errors = fieldErrors(error);
  return {
    fields,
    edits,
    seen,
    isDirty: !areEqual(fields, now),
    /** The stored fields that someone else has changed since editing began. */
    changedByOthers: keysOf(now).filter((name) => !areEqual(before[name], now[name]) && !areEqual(fields, now)),
    /** For an input. */
    field: <K extends keyof Fields & string>(name: K) => ({
      error: errors[name],
      value: fields[name],
      onChange: (value: Fields[K]) => setEdits((all) => ({ ...all, [name]: value })),
    }),
    change: (part: Partial<Fields>) => setEdits((all) => ({ ...all, ...part })),
    discard: () => setEdits({}),
    /** Call this with what was sent and what the server returned. Later input is kept. */
    saved: (sent: Partial<Fields>, after: T) => {
      setEdits((all) => withoutSent(all, sent));
      saved(after);
    },
  };
}

/** An edit that was changed while the save was in progress is kept. */
export function withoutSent<T extends object>(edits: T, sent: Partial<T>): T {
  const rest = { ...edits };
  for (const name of keysOf(edits)) if (name in sent && areEqual(edits[name], sent[name])) delete rest[name];
  return rest;
}

export function areEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function keysOf<T extends object>(fields: T): (keyof T)[] {
  // Object literals of this type have no other keys.
  return Object.keys(fields) as (keyof T)[];
}
