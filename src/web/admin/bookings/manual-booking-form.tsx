import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useLocation } from "wouter";
import { DEFAULT_GUESTS } from "#domain/booking/limits.ts";
import { MANUAL_BOOKING_STATUSES } from "#domain/booking/status.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";
import { DEFAULT_LANGUAGE, ENGLISH_NAMES, LANGUAGES } from "#domain/language/language.ts";
import { BOOKING_PAGES, addManualBooking, stayQuoteQuery } from "../../api/admin-bookings.ts";
import { statusOf } from "../../api/client.ts";
import { siteQuery } from "../../api/property.ts";
import { formatDate } from "../../lib/format-date.ts";
import { formatCurrency } from "../../lib/format-money.ts";
import { paths } from "../../lib/paths.ts";
import { randomKey } from "../../lib/random-key.ts";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast-store.ts";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextAreaField, TextField } from "../../ui/text-field.tsx";
import { ActError } from "./act-error.tsx";
import { STATUS_LABELS } from "./badges.tsx";
import { guestCounts } from "./guest-counts.ts";
import { failureToast } from "../frame/failure-toast.ts";
import { fieldErrors } from "../../lib/display-error.ts";
import { UNCHECKED_TRANSLATION } from "../unchecked-translation.ts";

const EMPTY = {
  name: "",
  email: "",
  phone: "",
  checkInDate: "",
  checkOutDate: "",
  guestCount: String(DEFAULT_GUESTS),
  status: "confirmed" as (typeof MANUAL_BOOKING_STATUSES)[number],
  language: DEFAULT_LANGUAGE,
  specialRequests: "",
  agreedTotal: "",
};
type Values = typeof EMPTY;
const DATES: readonly (keyof Values)[] = ["checkInDate", "checkOutDate"];

type FormProps = {
  /** If these nights change, the form keeps everything but the dates. */
  dates?: Stay;
  onClose: () => void;
};

/** For bookings made outside the website, such as by phone. */
export function ManualBookingForm({ dates, onClose }: FormProps) {
  const [entered, setValues] = useState<Values>(EMPTY);
  const [given, setGiven] = useState<Stay>();
  if (dates && dates !== given) {
    setGiven(dates);
    setValues({ ...entered, checkInDate: dates.checkIn, checkOutDate: dates.checkOut });
  }
  const site = useQuery(siteQuery);
  const mostGuests = site.data?.mostGuests ?? DEFAULT_GUESTS;
  // The cottage may sleep only one guest.
  const values = { ...entered, guestCount: String(Math.min(Number(entered.guestCount), mostGuests)) };
  const quote = useQuote(values);
  // One key per form, so that a second tap or a retry after a lost response does not create a second booking.
  const key = useRef(randomKey());
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const adding = useMutation({
    mutationFn: (confirmedWarnings: string[]) =>
      addManualBooking({ ...values, expectedTotal: quote?.totalAmount, confirmedWarnings }, key.current),
    onSuccess: async ({ id, reference }) => {
      toast({ title: "Booking added", description: reference });
      // Going back from the booking must not open the form again.
      onClose();
      navigate(paths.admin.booking(id));
      await client.invalidateQueries(BOOKING_PAGES);
    },
    onError: (error) => {
      // 422: the key was already used with other values, and the response to that request was lost.
      if (statusOf(error) === 422) key.current = randomKey();
      failureToast("We couldn't add the booking")(error);
      // The nights may have been taken, or their price changed, since the price was shown.
      if (statusOf(error) === 409) void client.invalidateQueries(stayQuoteQuery(stayOf(values)));
    },
  });
  const errors = fieldErrors(adding.error);
  const field = <K extends keyof Values>(name: K) => ({
    name,
    error: errors[name],
    value: values[name],
    onChange: (value: Values[K]) => {
      setValues({ ...values, [name]: value });
      // An error about other dates no longer applies.
      if (DATES.includes(name)) adding.reset();
    },
  });

  return (
    <Form onSubmit={() => adding.mutate([])} className="space-y-4">
      <TextField {...field("name")} label="Guest name" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field("phone")} label="Phone" type="tel" />
        <TextField {...field("email")} label="Email" type="email" />
        <TextField {...field("checkInDate")} label="Check-in" type="date" />
        <TextField {...field("checkOutDate")} label="Check-out" type="date" />
        <SelectField
          {...field("guestCount")}
          label="Guests"
          options={guestCounts(mostGuests).map((count) => [String(count), String(count)])}
        />
        <SelectField
          {...field("status")}
          label="Status"
          options={MANUAL_BOOKING_STATUSES.map((one) => [one, STATUS_LABELS[one]])}
        />
      </div>
      <SelectField
        {...field("language")}
        label="Language of messages to the guest"
        hint={values.language === DEFAULT_LANGUAGE ? undefined : UNCHECKED_TRANSLATION}
        options={LANGUAGES.map((one) => [one, ENGLISH_NAMES[one]])}
      />
      <TextAreaField {...field("specialRequests")} label="Special requests" rows={2} />
      {quote ? <Price quote={quote} /> : null}
      <TextField
        {...field("agreedTotal")}
        label={agreedLabel(site.data?.nightPrices.currency)}
        hint="Leave empty to charge the usual price. The guest sees the difference as a separate line."
        inputMode="decimal"
      />
      <ActError error={adding.error} doAnyway={adding.mutate} />
      <FormButtons label="Add booking" busyLabel="Adding..." busy={adding.isPending} onCancel={onClose} />
    </Form>
  );
}

const agreedLabel = (currency: string | undefined) =>
  `Agreed price for the whole stay (${currency ? `${currency}, ` : ""}optional)`;

function stayOf({ checkInDate, checkOutDate, guestCount }: Values) {
  return { checkInDate, checkOutDate, guestCount: Number(guestCount) };
}

function useQuote(values: Values) {
  const { checkInDate, checkOutDate } = values;
  const canQuote = isLocalDate(checkInDate) && isLocalDate(checkOutDate) && checkInDate < checkOutDate;
  const { data } = useQuery({ ...stayQuoteQuery(stayOf(values)), enabled: canQuote });
  return canQuote ? data : undefined;
}

function Price({ quote }: { quote: NonNullable<ReturnType<typeof useQuote>> }) {
  return (
    <p role="status" className="rounded-lg bg-sunken p-3">
      {quote.takenNights.length > 0 ? (
        <strong className="text-danger">
          Not free: {quote.takenNights.map((night) => formatDate(night, "short")).join("; ")}
        </strong>
      ) : (
        <>
          <strong>{formatCurrency(quote.totalAmount, quote.currency)} total</strong>, {quote.nights}{" "}
          {quote.nights === 1 ? "night" : "nights"}. These nights are free.
          {quote.reminder && <span className="block">Not sold on the website: {quote.reminder}.</span>}
        </>
      )}
    </p>
  );
}
