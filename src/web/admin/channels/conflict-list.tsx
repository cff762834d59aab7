import { useState } from "react";
import type { Conflict } from "#contract/channels.ts";
import { closeByHand } from "../../api/channels.ts";
import { counted } from "#domain/text/counted.ts";
import { formatMoment } from "../../lib/format-date.ts";
import { formatSpan } from "../../lib/format-span.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { TextLink, textLinkClass } from "../../ui/text-link.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { fieldErrors } from "../../lib/display-error.ts";
import { useBaseVersion } from "../frame/use-draft.ts";
import { useChannelAct } from "./use-channel-act.ts";

/** S-42 */
export function ConflictList({ conflicts, timeZone }: { conflicts: Conflict[]; timeZone: string }) {
  if (conflicts.length === 0) return null;
  return (
    <section aria-labelledby="conflicts" className="space-y-3">
      <h2 id="conflicts" className="font-serif text-xl text-danger">
        {counted(conflicts.length, "conflict")}: the same nights are taken twice
      </h2>
      <ul className="space-y-4">
        {conflicts.map((conflict) => (
          <li key={conflict.id}>
            <ConflictCard conflict={conflict} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ConflictCard({ conflict, timeZone }: { conflict: Conflict; timeZone: string }) {
  const [closing, setClosing] = useState(false);
  const nights = formatSpan(conflict.from, conflict.to);
  return (
    <article aria-label={`Conflict ${nights}`} className="space-y-4 rounded-2xl border-2 border-danger bg-surface p-5">
      <p className="text-lg font-semibold">{nights}</p>
      <ol className="grid gap-3 md:grid-cols-2">
        {conflict.sides.map((side, index) => (
          <li key={side.id} className="rounded-xl bg-sunken p-4">
            <p className="text-sm text-ink-soft">{index === 0 ? "Seen first" : "Seen later"}</p>
            <p className="font-semibold wrap-anywhere">{side.title}</p>
            <p>{formatSpan(side.checkIn, side.checkOut)}</p>
            <p className="text-sm text-ink-soft">Recorded {formatMoment(side.knownSince, timeZone, "short")}</p>
            <p className="flex flex-wrap gap-x-4">
              <TextLink href={side.href}>Open here</TextLink>
              {side.link ? (
                <a href={side.link} target="_blank" rel="noreferrer" className={textLinkClass}>
                  Open on the platform
                </a>
              ) : null}
            </p>
          </li>
        ))}
      </ol>
      <div>
        <p className="font-semibold">What to do</p>
        <ol className="list-decimal space-y-1 pl-5">
          {conflict.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className="mt-2 text-sm text-ink-soft">
          We don't cancel anything for you, and the nights stay closed. Once one of the two is removed, we close this
          conflict.
        </p>
      </div>
      <Button look="secondary" onClick={() => setClosing(true)}>
        I solved it another way
      </Button>
      {closing ? <CloseDialog conflict={conflict} nights={nights} onClose={() => setClosing(false)} /> : null}
    </article>
  );
}

function CloseDialog({ conflict, nights, onClose }: { conflict: Conflict; nights: string; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const close = useChannelAct((seen: Conflict) => closeByHand(seen, reason), {
    done: "Conflict closed",
    failed: "We couldn't close the conflict",
    after: onClose,
  });
  const form = useBaseVersion(conflict, { error: close.error });
  const error = fieldErrors(close.error)["reason"];
  return (
    <Dialog title={`Close the conflict on ${nights}?`} onClose={onClose}>
      <Form className="space-y-4" onSubmit={() => close.mutate(form.seen)}>
        <p>We'll stop reminding you. Both stays and their nights remain as they are.</p>
        <TextField
          label="How did you solve it?"
          hint="We save this in the audit log."
          error={error}
          value={reason}
          onChange={setReason}
          autoComplete="on"
        />
        {error ? null : <ActError error={close.error} />}
        <FormButtons label="Close the conflict" busyLabel="Closing..." busy={close.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
