import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { type KeyboardEvent, useCallback, useRef, useState } from "react";
import { ROOM_SIZE } from "../lib/picture-sizes.ts";
import { Picture } from "./picture.tsx";
import type { WallPhoto } from "./photo-wall.tsx";

export type LightboxProps = { label?: string; photos: WallPhoto[]; startAt: number; onClose: () => void };

/**
 * Pictures one by one, as large as the window. The browser's own dialog keeps the focus inside, closes at Escape and
 * gives the focus back; its own scroller takes swipes and pinches.
 */
export function Lightbox({ label = "Pictures of the cottage", photos, startAt, onClose }: LightboxProps) {
  const strip = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(startAt);

  const open = useCallback(
    (dialog: HTMLDialogElement | null) => {
      if (!dialog || dialog.open) return;
      dialog.showModal();
      strip.current?.children[startAt]?.scrollIntoView({ behavior: "instant", inline: "start" });
    },
    [startAt],
  );
  const show = (index: number) => {
    const next = Math.min(Math.max(index, 0), photos.length - 1);
    strip.current?.children[next]?.scrollIntoView({ inline: "start", block: "nearest" });
  };
  const keys = (event: KeyboardEvent) => {
    const next = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: photos.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    show(next);
  };
  const noticeScroll = () => {
    const list = strip.current;
    if (list) setCurrent(Math.round(list.scrollLeft / list.clientWidth));
  };

  return (
    // The keys are a second way to the two buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={open}
      onClose={onClose}
      onKeyDown={keys}
      aria-label={label}
      className="m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden bg-forest text-forest-ink"
    >
      <div className="flex h-full flex-col">
        <div className="flex items-center justify-between gap-4 p-3 pl-5">
          <p aria-live="polite" className="min-w-0">
            <span className="font-semibold">{photos[current]?.title}</span>
            <span className="ml-3 whitespace-nowrap text-forest-soft">
              {current + 1} of {photos.length}
            </span>
          </p>
          <button type="button" onClick={onClose} aria-label="Close" className={roundButton}>
            <X aria-hidden="true" />
          </button>
        </div>
        <ul
          ref={strip}
          onScroll={noticeScroll}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard too
          tabIndex={0}
          className="flex min-h-0 flex-1 snap-x snap-mandatory overflow-x-auto scroll-smooth [scrollbar-width:none] motion-reduce:scroll-auto"
        >
          {photos.map((photo, i) => (
            <li key={photo.id} aria-hidden={i !== current} className="size-full shrink-0 snap-start px-3">
              <Picture
                src={photo.url}
                alt={photo.title}
                fit="contain"
                {...ROOM_SIZE}
                className="mx-auto size-full max-w-7xl"
              />
            </li>
          ))}
        </ul>
        <div className="flex items-center justify-center gap-4 p-3">
          <button
            type="button"
            aria-label="Previous picture"
            onClick={() => show(current - 1)}
            disabled={current === 0}
            className={roundButton}
          >
            <ChevronLeft aria-hidden="true" />
          </button>
          <button
            type="button"
            aria-label="Next picture"
            onClick={() => show(current + 1)}
            disabled={current === photos.length - 1}
            className={roundButton}
          >
            <ChevronRight aria-hidden="true" />
          </button>
        </div>
      </div>
    </dialog>
  );
}

const roundButton =
  "inline-flex size-12 shrink-0 items-center justify-center rounded-full border border-forest-line text-forest-ink hover:bg-forest-line focus-visible:outline-sun disabled:opacity-40";
