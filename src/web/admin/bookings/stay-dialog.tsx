import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";
import { moveStay, stayQuoteQuery } from "../../api/admin-bookings.ts";
import { statusOf } from "../../api/client.ts";
import { siteQuery } from "../../api/property.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { formatDay } from "../../lib/format-date.ts";
import { ChangesByOthers } from "../frame/changes-by-others.tsx";
import { useDraft } from "../frame/use-draft.ts";
import { ActError } from "./act-error.tsx";
import { guestCounts } from "./guest-counts.ts";
import { PriceChoice } from "./price-choice.tsx";
import { fieldErrors } from "../../lib/display-error.ts";
import { useAct } from "./use-act.ts";

type Props = {
  booking: BookingDetail;
  title?: string;
  /** The dates that the host has already chosen; by default, the booking's own dates. */
  dates?: Stay;
  onClose: () => void;
};

export function StayDialog({ booking, title = "Change dates or guests", dates, onClose }: Props) {
  const [price, setPrice] = useState<"keep" | "new">("new");
  const site = useQuery(siteQuery);
  const act = useAct(booking.id);
  const errors = fieldErrors(act.error);
  const draft = useDraft(booking, fieldsOf, {
    error: act.error,
    initial: dates ? { checkInDate: dates.checkIn, checkOutDate: dates.checkOut } : {},
  });
  const { checkInDate, checkOutDate, guestCount } = draft.fields;
  const changed = draft.isDirty;

  const changeDate = (name: "checkInDate" | "checkOutDate") => (date: string) => {
    draft.change({ [name]: date });
    // An error about other dates no longer applies.
    act.reset();
  };
  const canQuote = changed && isLocalDate(checkInDate) && isLocalDate(checkOutDate) && checkInDate < checkOutDate;
  const client = useQueryClient();
  const quoteQuery = stayQuoteQuery({ checkInDate, checkOutDate, guestCount, bookingId: booking.id });
  const quote = useQuery({
    ...quoteQuery,
    enabled: canQuote,
    placeholderData: keepPreviousData,
  });
  const shown = canQuote ? quote.data : undefined;
  const chosen = changed && !shown?.keepOnly ? price : "keep";

  const send = (confirmedWarnings: string[]) => {
    const expectedTotal = chosen === "new" && shown ? shown.totalAmount : booking.totalAmount;
    act.mutate(
      {
        send: () =>
          moveStay(draft, { checkInDate, checkOutDate, guestCount, price: chosen, expectedTotal, confirmedWarnings }),
        done: "Stay changed",
        failed: "We couldn't change the stay",
      },
      {
        onSuccess: onClose,
        onError: (error) => {
          // The price may have changed since it was shown.
          if (statusOf(error) === 409) void client.invalidateQueries(quoteQuery);
        },
      },
    );
  };

  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={() => send([])} className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField
            label="Check-in"
            error={errors["checkInDate"]}
            type="date"
            value={checkInDate}
            onChange={changeDate("checkInDate")}
          />
          <TextField
            label="Check-out"
            error={errors["checkOutDate"] ?? orderError(checkInDate, checkOutDate)}
            type="date"
            value={checkOutDate}
            onChange={changeDate("checkOutDate")}
          />
          <SelectField
            {...draft.field("guestCount")}
            label="Guests"
            options={guestCounts(Math.max(site.data?.mostGuests ?? 0, booking.guestCount)).map((count) => [
              count,
              String(count),
            ])}
          />
        </div>
        {booking.changeRequest ? <EndsRequest request={booking.changeRequest} /> : null}
        {shown ? <PriceChoice booking={booking} quote={shown} price={price} onChoose={setPrice} /> : null}
        {canQuote && quote.isError ? <ActError error={quote.error} /> : null}
        {act.isPending ? null : <ChangesByOthers lines={draft.changedByOthers.map((name) => lineOf(name, booking))} />}
        <ActError error={act.error} doAnyway={send} />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={act.isBusy || (changed && (!shown || quote.isPlaceholderData))}>
            {act.isPending ? "Saving..." : "Save changes"}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function EndsRequest({ request }: { request: NonNullable<BookingDetail["changeRequest"]> }) {
  return (
    <p>
      The guest has asked for {formatDay(request.checkInDate)} to {formatDay(request.checkOutDate)}. If you change the
      dates here, that request ends, and we'll tell the guest.
    </p>
  );
}

type Fields = { checkInDate: string; checkOutDate: string; guestCount: number };

function fieldsOf({ checkInDate, checkOutDate, guestCount }: BookingDetail): Fields {
  return { checkInDate, checkOutDate, guestCount };
}

function lineOf(name: keyof Fields, booking: BookingDetail): string {
  if (name === "guestCount") return `Guests: ${booking.guestCount}`;
  return `${name === "checkInDate" ? "Check-in" : "Check-out"}: ${formatDay(booking[name])}`;
}

function orderError(checkIn: string, checkOut: string): string | undefined {
  return checkIn && checkOut && checkIn >= checkOut ? "Check-out date must be after check-in date" : undefined;
}
