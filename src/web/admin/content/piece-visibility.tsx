import { useQuery } from "@tanstack/react-query";
import { type PieceView, samplesQuery } from "../../api/samples.ts";
import { Button } from "../../ui/button.tsx";
import { useDecideSample } from "./use-decide-sample.ts";

const EFFECTS: Partial<Record<PieceView["piece"], string>> = {
  directions: "If hidden, guests with a booking don't get the directions either, by message or on their booking page.",
  testimonials: "Hides the testimonials entered above. Guests' reviews that you have published are still shown.",
};

/** The buttons take effect immediately. */
export function PieceVisibility({ tab }: { tab: string }) {
  const pieces = useQuery(samplesQuery).data?.pieces.filter((one) => one.tab === tab && one.mayHide) ?? [];
  const decide = useDecideSample();
  if (pieces.length === 0) return null;
  return (
    <section aria-labelledby={`shown-${tab}`} className="rounded-2xl border border-line bg-surface p-5 sm:p-6">
      <h2 id={`shown-${tab}`} className="font-serif text-xl">
        On the website
      </h2>
      <p className="mt-1 mb-2 text-ink-soft">The text and pictures of hidden parts are kept here.</p>
      <ul className="divide-y divide-line">
        {pieces.map(({ piece, title, state }) => {
          const isHidden = state === "hidden";
          return (
            <li key={piece} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <span className="min-w-0 flex-1 basis-56">
                {title} <span className="text-ink-soft">{isHidden ? "(hidden)" : "(shown)"}</span>
                {EFFECTS[piece] ? <span className="block text-sm text-ink-soft">{EFFECTS[piece]}</span> : null}
              </span>
              <Button
                look="secondary"
                aria-disabled={decide.isPending}
                onClick={() => decide.mutate({ piece, decision: isHidden ? "show" : "hide" })}
              >
                {isHidden ? "Show" : "Hide"}
                <span className="sr-only">{` “${title}”`}</span>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
