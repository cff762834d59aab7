import * as Radix from "@radix-ui/react-tooltip";
import type { ReactNode } from "react";

/** SPEC 9: a tooltip opens after 700 ms, or immediately within 300 ms of another tooltip. */
export function TooltipTiming({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  );
}

/** `children` is the button, which needs its own accessible name, because the tooltip only describes it. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Content
        sideOffset={6}
        collisionPadding={8}
        className="z-50 rounded-lg bg-ink px-3 py-1.5 text-sm text-page shadow-lg"
      >
        {text}
      </Radix.Content>
    </Radix.Root>
  );
}
