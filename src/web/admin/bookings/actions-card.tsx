import { useState } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import { mayBecome } from "#domain/booking/status.ts";
import { setStatus } from "../../api/admin-bookings.ts";
import { formatMoment } from "../../lib/format-date.ts";
import { Button } from "../../ui/button.tsx";
import { ActError } from "./act-error.tsx";
import { CancelDialog, cancelWords } from "./cancel-dialog.tsx";
import { Card } from "./card.tsx";
import { OfferDialog } from "./offer-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { StayDialog } from "./stay-dialog.tsx";
import { doneText, type StatusStep, statusSteps } from "./status-steps.ts";
import { useAct } from "./use-act.ts";

export function ActionsCard({ booking }: { booking: BookingDetail }) {
  const [open, setOpen] = useState<"cancel" | "stay" | "remove" | "offer" | null>(null);
  const act = useAct(booking.id);
  const [taken, setTaken] = useState<StatusStep | null>(null);
  const take = (step: StatusStep, confirmedWarnings: string[] = []) => {
    setTaken(step);
    act.mutate({
      send: () => setStatus(booking, { status: step.to, confirmedWarnings }),
      // If guests pay online, accepting a booking may make it wait for the guest's payment: only the server knows.
      ...(booking.waiting && booking.paysOnline ? {} : { shows: { status: step.to } }),
      done: (after) => doneText(step, after),
      failed: "We couldn't update the booking",
    });
  };
  // Another host has cancelled the booking. While this host does, the screen already shows it as cancelled.
  if (open === "cancel" && !mayBecome(booking.status, "cancelled") && !act.isBusy) setOpen(null);
  const steps = statusSteps(booking);
  const stepButton = (step: StatusStep) => (
    <Button key={step.to} look={step.main ? "primary" : "secondary"} disabled={act.isBusy} onClick={() => take(step)}>
      {step.label}
    </Button>
  );

  return (
    <Card title="Actions" className="print:hidden">
      <div className="flex flex-wrap gap-3 max-sm:[&>button]:w-full">
        {steps.filter(({ undo }) => !undo).map(stepButton)}
        {canOffer(booking) ? (
          <Button look="secondary" disabled={act.isBusy} onClick={() => setOpen("offer")}>
            {booking.waiting?.for === "offer" ? "Send the offer again" : "Send as an offer"}
          </Button>
        ) : null}
        {booking.status === "cancelled" ? null : (
          <Button look="secondary" disabled={act.isBusy} onClick={() => setOpen("stay")}>
            Change dates or guests
          </Button>
        )}
        {steps.filter(({ undo }) => undo).map(stepButton)}
        {mayBecome(booking.status, "cancelled") ? (
          <Button look="danger-outline" disabled={act.isBusy} onClick={() => setOpen("cancel")}>
            {cancelWords(booking).button}
          </Button>
        ) : null}
      </div>
      <Waits booking={booking} />
      <div className="mt-3 empty:hidden">
        <ActError error={act.error} {...(taken ? { doAnyway: (warnings: string[]) => take(taken, warnings) } : {})} />
      </div>
      {["checked-in", "checked-out", "completed"].includes(booking.status) ? null : (
        <button
          type="button"
          onClick={() => setOpen("remove")}
          className="mt-2 min-h-11 font-semibold text-danger underline"
        >
          Remove a test booking
        </button>
      )}
      {open === "offer" ? <OfferDialog booking={booking} onClose={() => setOpen(null)} /> : null}
      {open === "remove" ? <RemoveDialog booking={booking} onClose={() => setOpen(null)} /> : null}
      {open === "cancel" ? <CancelDialog booking={booking} onClose={() => setOpen(null)} /> : null}
      {open === "stay" ? <StayDialog booking={booking} onClose={() => setOpen(null)} /> : null}
    </Card>
  );
}

/** What the guest still has to pay is shown with the payments. */
function Waits({ booking: { waiting, timeZone } }: { booking: BookingDetail }) {
  if (!waiting || waiting.for === "payment") return null;
  return <p className="mt-3">{WAITS[waiting.for](formatMoment(waiting.until, timeZone, "short"))}</p>;
}

const WAITS = {
  guest: (until: string) =>
    `We're holding the nights until ${until}. The guest still has to open the link in our email. If you know the guest, you can confirm the stay now.`,
  host: (until: string) => `Answer by ${until}. After that, the request ends and the nights are released.`,
  offer: (until: string) => `The guest can accept the offer until ${until}.`,
} satisfies Record<string, (until: string) => string>;

function canOffer({ status, source, guest, mayOffer }: BookingDetail): boolean {
  return status === "pending" && source === "direct" && guest.email !== "" && mayOffer;
}
