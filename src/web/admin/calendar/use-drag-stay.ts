import { type MouseEvent, type PointerEvent, useRef } from "react";
import { daysBetween, isLocalDate, type LocalDate } from "#domain/calendar/local-date.ts";

/** A movement shorter than this counts as a click. */
const SLACK_PX = 6;

type Drag = { x: number; y: number; from: LocalDate; moved: boolean };

/** Only with a mouse, because dragging on a touch screen scrolls. `onDrop` receives the number of days. */
export function useDragStay(onDrop: (days: number) => void) {
  const drag = useRef<Drag | null>(null);
  const wasDragged = useRef(false);

  const end = (bar: HTMLElement) => {
    drag.current = null;
    bar.style.removeProperty("transform");
    bar.classList.remove("z-10", "opacity-80", "shadow-lg");
  };

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      wasDragged.current = false;
      const from = dayUnder(event);
      if (event.button !== 0 || event.pointerType !== "mouse" || !from) return;
      drag.current = { x: event.clientX, y: event.clientY, from, moved: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: ({ currentTarget: bar, clientX, clientY }: PointerEvent<HTMLElement>) => {
      const { current } = drag;
      if (!current) return;
      const [x, y] = [clientX - current.x, clientY - current.y];
      if (!current.moved && Math.hypot(x, y) < SLACK_PX) return;
      current.moved = true;
      bar.style.transform = `translate(${x}px, ${y}px)`;
      bar.classList.add("z-10", "opacity-80", "shadow-lg");
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const { current } = drag;
      if (!current) return;
      end(event.currentTarget);
      wasDragged.current = current.moved;
      const to = current.moved ? dayUnder(event) : null;
      if (to && to !== current.from) onDrop(daysBetween(current.from, to));
    },
    onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>) => end(currentTarget),
    // The click at the end of a drag must not open the stay.
    onClick: (event: MouseEvent) => {
      if (wasDragged.current) event.preventDefault();
    },
  };
}

function dayUnder({ clientX, clientY }: { clientX: number; clientY: number }): LocalDate | null {
  for (const element of document.elementsFromPoint(clientX, clientY)) {
    const day = element.getAttribute("data-day");
    if (isLocalDate(day)) return day;
  }
  return null;
}
