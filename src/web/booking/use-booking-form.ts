import { useEffect, useRef, useState } from "react";
import { type FieldErrors, type Resolver, useForm, type UseFormReturn, useWatch } from "react-hook-form";
import { useLocation, useSearch } from "wouter";
import type { BookingFormValues } from "#contract/booking.ts";
import { withCheckIn } from "#domain/booking/stay.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";
import { book, BookingFailure } from "../api/booking.ts";
import { type FormProblem, useFormState } from "../app/page-state.ts";
import { paths } from "../lib/paths.ts";
import { toast } from "../ui/toast-store.ts";
import { bookingAddress, readBookingAddress } from "./booking-address.ts";
import { forgetDraft, keepDraft, readDraft, type SentRequest } from "./booking-draft.ts";
import { bookingRequest, type PublicStatus } from "./booking-request.ts";
import { askedStay } from "./asked-stay.ts";
import { randomKey } from "./random-key.ts";
import type { Cottage } from "./use-cottage.ts";

/** What one of the two forms is: where it stands, what it checks, and what it says. */
export type BookingFormKind = {
  path: string;
  status: PublicStatus;
  resolver: (cottage: Cottage) => Resolver<BookingFormValues>;
  created: { title: string; description: string };
  /** SPEC 8, when the failure has no words of its own. */
  failed: string;
  /** Called when the rules of the form were not met. */
  onInvalid?: (errors: FieldErrors<BookingFormValues>) => void;
};

export type BookingForm = {
  form: UseFormReturn<BookingFormValues>;
  /** What the inputs start with, so that the server's page shows it too. */
  defaults: BookingFormValues;
  /** Live. */
  values: BookingFormValues;
  hints: string[];
  formKey: string;
  problem: FormProblem | null;
  sending: boolean;
  /** Goes up with each try; when it did not lead to a booking, the focus goes to what is wrong. */
  tries: number;
  submit: () => Promise<void>;
  setStay: (checkIn: string, checkOut: string) => void;
};

/** One booking form's state: its values, kept in the address and in this tab, and the way they are sent. */
export function useBookingForm(kind: BookingFormKind, cottage: Cottage): BookingForm {
  const { form: returned, formKey } = useFormState();
  const [asked] = useState(readBookingAddress(useSearch(), cottage.today));
  const [defaults] = useState<BookingFormValues>(() => ({
    name: "",
    email: "",
    phone: "",
    checkInDate: asked.stay.checkIn,
    checkOutDate: asked.stay.checkOut,
    guestCount: String(asked.guestCount),
    bookingOption: "entire_cottage",
    specialRequests: "",
    ...returned?.values,
  }));
  const [returnedErrors] = useState(() => fieldErrors(returned?.problem?.fields ?? {}, defaults));
  const form = useForm<BookingFormValues>({
    defaultValues: defaults,
    mode: "onSubmit",
    reValidateMode: "onChange",
    shouldFocusError: false,
    resolver: kind.resolver(cottage),
    errors: returnedErrors,
  });
  const values = { ...defaults, ...useWatch({ control: form.control }) };
  const [problem, setProblem] = useState(returned?.problem ?? null);
  const [tries, setTries] = useState(0);
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const sent = useRef<SentRequest | null>(null);
  const [, navigate] = useLocation();

  useTypedBefore(form, kind.path, sent, returned === null);
  useKept(values, kind.path, sent);

  async function send(sendable: BookingFormValues): Promise<void> {
    const request = bookingRequest(sendable, kind.status);
    const body = JSON.stringify(request);
    // The same request again is the same booking; anything else is a new one.
    if (sent.current?.body !== body) sent.current = { key: randomKey(), body };
    keepDraft({ values: sendable, sent: sent.current });
    try {
      const booking = await book(request, sent.current.key);
      forgetDraft();
      toast(kind.created);
      navigate(paths.confirmation(booking.id));
    } catch (error) {
      if (!(error instanceof BookingFailure)) throw error;
      toast({ title: "Booking Failed", description: error.message || kind.failed, variant: "destructive" });
      if (error.status === 409) await cottage.refresh();
      for (const [name, message] of Object.entries(error.fields)) {
        if (isFieldName(name, defaults)) form.setError(name, { message });
      }
      const { status, fields, nights, message } = error;
      setProblem({ status, fields, nights, message: message || kind.failed });
    }
  }

  return {
    form,
    defaults,
    values,
    hints: asked.hints,
    formKey,
    problem,
    sending,
    tries,
    submit: async () => {
      if (busy.current) return;
      busy.current = true;
      setSending(true);
      setProblem(null);
      try {
        await form.handleSubmit(send, kind.onInvalid)();
        // Only now do the errors stand on the page, ready to take the focus.
        setTries((before) => before + 1);
      } finally {
        busy.current = false;
        setSending(false);
      }
    },
    setStay: (checkIn, checkOut) => {
      const shouldValidate = form.formState.isSubmitted;
      setProblem(null);
      form.setValue("checkInDate", checkIn, { shouldDirty: true });
      form.setValue("checkOutDate", checkOut, { shouldDirty: true });
      if (shouldValidate) void form.trigger(["checkInDate", "checkOutDate"]);
    },
  };
}

/** SPEC 4: a check-in on or after the check-out moves the check-out. Half-typed dates move nothing. */
export function moveCheckOut(form: UseFormReturn<BookingFormValues>, checkIn: string): void {
  const checkOut = form.getValues("checkOutDate");
  if (!isLocalDate(checkIn) || !isLocalDate(checkOut)) return;
  const moved = withCheckIn({ checkIn, checkOut }, checkIn).checkOut;
  if (moved !== checkOut) {
    form.setValue("checkOutDate", moved, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  }
}

/**
 * What was typed before the script came, or before a reload, goes back into the form. Read while React takes the page
 * over, before it fills the inputs with what the server sent.
 */
function useTypedBefore(
  form: UseFormReturn<BookingFormValues>,
  path: string,
  sent: { current: SentRequest | null },
  draftCounts: boolean,
): void {
  const [typed] = useState(typedValues);
  useEffect(() => {
    const draft = draftCounts ? readDraft() : null;
    sent.current = draft?.sent ?? null;
    const before = { ...draft?.values, ...typed };
    // Dates that an address names were chosen after the draft was kept, or together with it.
    const named = new URLSearchParams(location.search);
    if (named.has("in") || named.has("out")) {
      delete before.checkInDate;
      delete before.checkOutDate;
    }
    if (named.has("guests")) delete before.guestCount;
    for (const [name, value] of Object.entries({ ...before, ...typed })) {
      if (isFieldName(name, form.getValues())) form.setValue(name, value);
    }
    // Once, when the form appears.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [path]);
}

function typedValues(): Partial<BookingFormValues> {
  if (typeof document === "undefined") return {};
  const drawn = document.getElementById("booking-form");
  if (!(drawn instanceof HTMLFormElement)) return {};
  const typed: Record<string, string> = {};
  for (const field of drawn.elements) {
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    if (isText && field.value !== field.defaultValue) typed[field.name] = field.value;
    if (field instanceof HTMLSelectElement && !field.selectedOptions[0]?.defaultSelected)
      typed[field.name] = field.value;
  }
  return typed;
}

/** Dates and guests go into the address, everything into this tab's draft. */
function useKept(values: BookingFormValues, path: string, sent: { current: SentRequest | null }): void {
  const stay = askedStay(values);
  const address = stay ? bookingAddress(path, stay, values.guestCount) : null;
  const first = useRef(true);
  const kept = JSON.stringify(values);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    keepDraft({ values: JSON.parse(kept), sent: sent.current });
    if (address) history.replaceState(history.state, "", address);
  }, [kept, address, sent]);
}

function fieldErrors(fields: Record<string, string>, values: BookingFormValues): FieldErrors<BookingFormValues> {
  const known = Object.entries(fields).filter(([name]) => isFieldName(name, values));
  return Object.fromEntries(known.map(([name, message]) => [name, { type: "server", message }]));
}

function isFieldName(name: string, values: BookingFormValues): name is keyof BookingFormValues {
  return Object.hasOwn(values, name);
}
