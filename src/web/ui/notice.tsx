import { clsx } from "clsx";
import type { ReactNode } from "react";

const LOOKS = {
  error: "border-danger bg-danger-surface text-danger",
  good: "border-good bg-good-surface text-good",
  info: "border-line-strong bg-sunken text-ink",
};

type Props = { look: keyof typeof LOOKS; children: ReactNode; className?: string };

/** Screen readers announce an error immediately, and any other notice when they are idle. */
export function Notice({ look, children, className }: Props) {
  return (
    <div
      role={look === "error" ? "alert" : "status"}
      className={clsx("rounded-lg border px-4 py-3 font-medium", LOOKS[look], className)}
    >
      {children}
    </div>
  );
}
