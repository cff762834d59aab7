import { clsx } from "clsx";
import type { ReactNode } from "react";

/** If `sticks` is true, the bar stays in view. */
export function SaveBar({ dirty, sticks, children }: { dirty: boolean; sticks: boolean; children: ReactNode }) {
  return (
    <div
      role="region"
      aria-label={dirty ? "Unsaved changes" : "Save"}
      data-save-bar={sticks || undefined}
      className={clsx(
        "z-10 flex flex-wrap items-center justify-between gap-3 rounded-2xl border p-3 pl-5",
        sticks ? "sticky bottom-20 border-line-strong bg-surface shadow-lg lg:bottom-4" : "border-line",
      )}
    >
      {children}
    </div>
  );
}
