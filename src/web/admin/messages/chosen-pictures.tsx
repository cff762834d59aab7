import { useId } from "react";
import { picturePath } from "#contract/message-picture.ts";
import type { ChosenPicture } from "./use-pictures.ts";

type Props = { bookingId: string; items: readonly ChosenPicture[]; onRemove: (item: ChosenPicture) => void };

export function ChosenPictures({ bookingId, items, onRemove }: Props) {
  if (items.length === 0) return null;
  return (
    <ul aria-label="Pictures in your reply" className="space-y-2">
      {items.map((item, index) => (
        <Line key={item.key} bookingId={bookingId} item={item} number={index + 1} onRemove={() => onRemove(item)} />
      ))}
    </ul>
  );
}

type LineProps = { bookingId: string; item: ChosenPicture; number: number; onRemove: () => void };

function Line({ bookingId, item: { file, state }, number, onRemove }: LineProps) {
  const id = useId();
  return (
    <li className="flex items-center gap-3 rounded-xl border border-line p-2">
      {state.is === "sent" ? (
        <img
          src={picturePath("host", bookingId, state.picture.id, "small")}
          alt=""
          className="size-14 shrink-0 rounded-lg object-cover"
        />
      ) : null}
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block truncate">
          {file.name}
        </label>
        {state.is === "sending" ? (
          <progress id={id} max={100} value={state.percent} className="h-2 w-full accent-accent" />
        ) : (
          <output
            id={id}
            className={state.is === "failed" ? "block font-semibold text-danger" : "block text-sm text-ink-soft"}
          >
            {state.is === "failed" ? state.reason : "Ready to send"}
          </output>
        )}
      </div>
      <button
        type="button"
        aria-label={`Remove picture ${number}, ${file.name}`}
        onClick={onRemove}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-lg text-2xl hover:bg-sunken"
      >
        <span aria-hidden="true">×</span>
      </button>
    </li>
  );
}
