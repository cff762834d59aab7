import { CircleCheck, Circle } from "../../ui/icons.tsx";
import { useState } from "react";
import { Link } from "wouter";
import type { SetupStep } from "#contract/analytics.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "./card.tsx";

const HIDDEN_KEY = "latchkey-setup-hidden";

/** Hidden once everything is done or when the host hides it. */
export function SetupChecklist({ steps }: { steps: SetupStep[] }) {
  const [hidden, setHidden] = useState(() => localStorage.getItem(HIDDEN_KEY) === "yes");
  const done = steps.filter((step) => step.done).length;
  if (hidden || done === steps.length) return null;
  return (
    <Card
      title="Getting started"
      aside={
        <span className="text-sm text-ink-soft">
          {done} of {steps.length} done
        </span>
      }
    >
      <ol className="divide-y divide-line">
        {steps.map((step) => (
          <li key={step.id}>
            <Step step={step} />
          </li>
        ))}
      </ol>
      <Button
        look="quiet"
        className="-ml-3 px-3 underline"
        onClick={() => {
          localStorage.setItem(HIDDEN_KEY, "yes");
          setHidden(true);
        }}
      >
        Hide this list
      </Button>
    </Card>
  );
}

function Step({ step: { title, hint, href, done } }: { step: SetupStep }) {
  if (done) {
    return (
      <p className="flex min-h-11 items-center gap-3 py-2 text-ink-soft">
        <CircleCheck className="size-5 shrink-0 text-good" />
        <span>
          <span className="sr-only">Done: </span>
          {title}
        </span>
      </p>
    );
  }
  const link = (
    <>
      <Circle className="size-5 shrink-0 text-ink-soft" />
      <span>
        <span className="font-semibold underline">{title}</span>
        {hint ? <span className="block text-sm text-ink-soft">{hint}</span> : null}
      </span>
    </>
  );
  const className = "flex min-h-11 items-center gap-3 py-2";
  // The website is a separate app, so a link to the website leaves the portal.
  return href.startsWith("/admin/") ? (
    <Link href={href} className={className}>
      {link}
    </Link>
  ) : (
    <a href={href} className={className}>
      {link}
    </a>
  );
}
