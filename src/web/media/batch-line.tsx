import { useId } from "react";
import { Button } from "../ui/button.tsx";
import type { BatchItem, BatchState } from "./batch.ts";

type Props = { item: BatchItem; onAgain: () => void; onRemove: () => void };

export function BatchLine({ item: { file, state }, onAgain, onRemove }: Props) {
  const id = useId();
  const name = <span className="sr-only"> {file.name}</span>;
  const progress = state.is === "failed" ? null : progressOf(state);
  return (
    <li className="py-2.5">
      <div className="flex items-center gap-3">
        <label htmlFor={id} className="min-w-0 flex-1 truncate">
          {file.name}
        </label>
        {progress ? (
          <>
            <progress id={id} max={100} value={progress.percent} className="h-2 w-20 shrink-0 accent-accent sm:w-40" />
            <span className="w-24 shrink-0 text-right text-sm text-ink-soft tabular-nums">{progress.text}</span>
          </>
        ) : null}
      </div>
      {state.is === "failed" ? (
        <div id={id} className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
          <p role="alert" className="min-w-0 flex-1 basis-56 text-sm font-semibold text-danger">
            {state.reason}
          </p>
          {state.mayRetry ? (
            <Button look="secondary" onClick={onAgain}>
              Try again{name}
            </Button>
          ) : null}
          <Button look="quiet" onClick={onRemove}>
            Leave out{name}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

function progressOf(state: Exclude<BatchState, { is: "failed" }>): { percent: number; text: string } {
  switch (state.is) {
    case "waiting":
      return { percent: 0, text: "Waiting" };
    case "preparing":
      return { percent: 0, text: "Preparing" };
    case "sending":
      return { percent: state.percent, text: state.tries > 0 ? `Try ${state.tries + 1} of 5` : `${state.percent} %` };
    case "recording":
      return { percent: 100, text: "Checking" };
    case "done":
      return { percent: 100, text: "Uploaded" };
  }
}
