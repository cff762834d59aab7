import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { type BookingFormValues, type FieldMessages, type FieldName, isFieldName, withField } from "./form-values.ts";
import type { ChosenDays } from "#domain/pricing/day-choices.ts";
import { book, BookingFailure } from "../api/booking.ts";
import { messageOf } from "../api/client.ts";
import { needTexts } from "../lib/need-texts.ts";
import { type FormProblem, type FormReturn, useFormState } from "../lib/page-state.ts";
import { inLanguage, paths } from "../lib/paths.ts";
import { say } from "../lib/say.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { toast } from "../ui/toast-store.ts";
import { loadToaster } from "../ui/toasts-on-demand.tsx";
import { bookingAddress, isGuestCount } from "./booking-address.ts";
import { clearDraft, isAtDraft, storeDraft, readDraft, type SentRequest } from "./booking-draft.ts";
import { rememberBooked } from "./booked-here.ts";
import { bookingRequest, type PublicStatus } from "./booking-request.ts";
import { botSignals } from "./bot-signals.ts";
import { chosenDays, dateFields, requestedStay } from "./requested-stay.ts";
import { startForm } from "./start-form.ts";
import type { CalendarRequest } from "./stay-calendar.tsx";
import { randomKey } from "../lib/random-key.ts";
import { codedQuote, expectedPrice, type ShownQuote, shownQuote } from "./shown-price.ts";
import { BOOKING_FORM_ID, usePreHydrationInput } from "./pre-hydration-input.ts";
import type { Cottage } from "./use-cottage.ts";

export type BookingFormKind = {
  path: string;
  status: PublicStatus;
  rules: (values: BookingFormValues) => FieldMessages;
  /** `emailed` is where the confirmation is sent; null if no email is sent. */
  created: (emailed: string | null) => { title: string; description: string };
  /** SPEC 8: the message for a failure that has no message of its own. */
  failed: () => string;
  onRefused?: (messages: FieldMessages) => void;
};

export type BookingForm = {
  values: BookingFormValues;
  /** Empty until the form has been submitted once, and then updated as the guest types. */
  messages: FieldMessages;
  hints: string[];
  /** Given in the URL, or sent by a browser without JavaScript. */
  calendar: CalendarRequest;
  chosen: ChosenDays;
  formKey: string;
  /** False until hydration. */
  scripted: boolean;
  problem: FormProblem | null;
  sending: boolean;
  /** Whether exactly these values were sent, but it is not known if they were booked. */
  unsettled: boolean;
  /** Incremented with each failed attempt, to move the focus to the error. */
  tries: number;
  /** Both shown and sent; null if the dates have no price (`shownQuote`). */
  price: ShownQuote | null;
  codeMessage: string | undefined;
  useCode: () => void;
  change: (name: FieldName, value: string) => void;
  /** While the guest types a check-in, each intermediate check-in is combined with the original check-out. */
  typingCheckIn: (typing: boolean) => void;
  /** The check-out is null until it is chosen. */
  setDates: (dates: ChosenDays) => void;
  submit: () => Promise<void>;
};

/** The values are stored in the URL and in this tab. */
export function useBookingForm(kind: BookingFormKind, cottage: Cottage): BookingForm {
  const { form: returned, formKey } = useFormState();
  const search = useSearch();
  const [start] = useState(() => startForm(search, returned, cottage.selling));
  const [values, setValues] = useState(start.values);
  const [checked, setChecked] = useState(false);
  // Each message disappears when its field changes.
  const [serverMessages, setServerMessages] = useState<FieldMessages>(returned?.problem?.fields ?? {});
  const [problem, setProblem] = useState(returned?.problem ?? null);
  const [sent, setSent] = useState<SentRequest | null>(null);
  const [tries, setTries] = useState(0);
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const checkOutBefore = useRef<string | null>(null);
  const [, navigate] = useLocation();
  const [code, setCode] = useState(returned?.values.code ?? "");
  const { query, enabled } = codedQuote({ ...values, code });
  const coded = useQuery({ ...query, enabled });
  const price = shownQuote(values, cottage, coded.data?.quote ?? null);

  const { guest, stay } = bookingRequest(values, kind.status);
  const body = JSON.stringify({ guest, stay });
  const unsettled = sent?.body === body;
  const messages = { ...(checked && !unsettled ? kind.rules(values) : {}), ...serverMessages };

  const dropMessages = (...names: string[]) =>
    setServerMessages((all) => Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name))));
  const fail = (next: FormProblem | null) => {
    setProblem(next);
    setTries((before) => before + 1);
  };

  useTypedBefore(
    (before) => {
      setValues((now) => withBefore(now, before));
      setCode(before.code ?? code);
    },
    setSent,
    returned === null,
  );
  useKept(values, kind.path, { sent, returned, sleeps: cottage.selling.document.guests.sleeps });

  async function send(): Promise<void> {
    const requested = requestedStay(values);
    // The same request with the same key leads to the same booking.
    const submit = unsettled ? sent : { key: randomKey(), body };
    // Stored before sending, so that the next attempt has the same key even if the tab crashes.
    storeDraft({ values, sent: submit });
    try {
      const shown = expectedPrice(price, cottage);
      const booking = await book({ guest, stay: { ...stay, ...shown, ...botSignals() } }, submit.key, say.problems);
      clearDraft();
      const { id, payPage } = booking;
      if (requested) rememberBooked({ id, ...requested });
      cottage.nightsWereSold();
      toast(
        booking.status === "pending" ? say.booking.created : kind.created(booking.emailed ? guest.email.trim() : null),
      );
      // The payment page is loaded as a separate document, because its form may be submitted to the payment provider.
      if (payPage) location.assign(inLanguage(payPage));
      else navigate(paths.confirmation(id));
      // Until the next page has loaded, a second tap must not book again.
      await new Promise((resolve) => addEventListener("pageshow", resolve));
    } catch (error) {
      if (!(error instanceof BookingFailure)) throw error;
      const { status, fields, nights, checkEmail } = error;
      const message = error.message || kind.failed();
      if (checkEmail) toast({ title: say.problems.checkEmail, description: message });
      else toast({ title: say.problems.failed, description: message, variant: "destructive" });
      // The prices, the rules for stays or the taken nights may have changed.
      if (status === 409 || status === 400) await cottage.refresh();
      if (status === 409 && enabled) await coded.refetch();
      // A proxy may respond although the server has made the booking.
      const unheard = status === null || status >= 500 || (unsettled && status === 429) ? submit : null;
      setSent(unheard);
      // If the response settles the matter, the form must not say after a reload that the outcome is unknown.
      storeDraft({ values, sent: unheard });
      setServerMessages(fields);
      fail({ status, fields, nights, message, checkEmail });
    }
  }

  async function judgeAndSend(): Promise<void> {
    if (!(await canSayProblems())) {
      // Without a connection, nothing is sent; the input is kept.
      fail({ status: null, fields: {}, nights: [], message: "" });
      return;
    }
    const wrong = unsettled ? {} : kind.rules(values);
    setChecked(true);
    setServerMessages({});
    setProblem(null);
    if (Object.keys(wrong).length > 0) {
      fail(null);
      kind.onRefused?.(wrong);
      return;
    }
    setSending(true);
    // If the guest has entered a code without pressing "Use code", the server refuses the total that was shown, and the
    // next total includes the discount.
    setCode(values.code);
    await send();
  }

  return {
    values,
    messages,
    hints: start.hints,
    calendar: start.calendar,
    chosen: chosenDays(values),
    formKey,
    scripted: useHydrated(),
    problem,
    sending,
    // The messages of these refusals say what to do.
    unsettled: unsettled && ![429, 503].includes(problem?.status ?? 0),
    tries,
    price,
    codeMessage: coded.error ? messageOf(coded.error) || say.booking.code.unknown : coded.data?.code?.message,
    useCode: () => {
      dropMessages("code");
      setCode(values.code);
      // Setting a different code sends it; an unchanged code has to be sent again here.
      if (enabled) void coded.refetch();
    },
    change: (name, value) => {
      fetchAhead();
      setValues((now) => withField(now, name, value, checkOutBefore.current ?? now.checkOutDate));
      dropMessages(name);
      // A code that has been changed or removed since "Use code" no longer lowers the price.
      if (name === "code") setCode("");
      // A problem with the old dates or their price says nothing about the new dates.
      if (name === "checkInDate" || name === "checkOutDate") {
        setProblem(null);
        dropMessages("code");
      }
    },
    typingCheckIn: (typing) => {
      checkOutBefore.current = typing ? values.checkOutDate : null;
    },
    setDates: (dates) => {
      setValues((now) => ({ ...now, ...dateFields(dates) }));
      dropMessages("checkInDate", "checkOutDate", "code");
      setProblem(null);
    },
    submit: async () => {
      // A second tap does nothing while the first submission is in progress.
      if (busy.current) return;
      busy.current = true;
      try {
        await judgeAndSend();
      } finally {
        busy.current = false;
        setSending(false);
      }
    },
  };
}

/** The page itself does not need the files for sending the form. */
function fetchAhead(): void {
  loadToaster().catch(() => undefined);
  void canSayProblems();
}

/** Whether the strings for the form's error messages could be loaded. */
const canSayProblems = () =>
  needTexts(["problems"]).then(
    () => true,
    () => false,
  );

/** Restores input from before hydration and this tab's draft. */
function useTypedBefore(
  putBack: (values: Partial<BookingFormValues>) => void,
  putBackSent: (sent: SentRequest | null) => void,
  draftCounts: boolean,
): void {
  usePreHydrationInput(BOOKING_FORM_ID, isFieldName, (typed) => {
    const draft = draftCounts ? readDraft() : null;
    putBackSent(draft?.sent ?? null);
    const kept = { ...draft?.values };
    // If the URL has changed since the draft was stored, the values in the URL take precedence over the draft.
    const named = new URLSearchParams(draft && isAtDraft(draft) ? "" : location.search);
    if (named.has("in") || named.has("out")) {
      delete kept.checkInDate;
      delete kept.checkOutDate;
    }
    if (named.has("guests")) delete kept.guestCount;
    putBack({ ...kept, ...typed });
  });
}

/** SPEC 4: a check-in chosen before hydration moves the check-out too. */
function withBefore(now: BookingFormValues, before: Partial<BookingFormValues>): BookingFormValues {
  const all = { ...now, ...before };
  return before.checkInDate && !before.checkOutDate ? withField(all, "checkInDate", before.checkInDate) : all;
}

/** Stores the dates and the number of guests in the URL, and all values in this tab's draft. */
function useKept(
  values: BookingFormValues,
  path: string,
  { sent, returned, sleeps }: { sent: SentRequest | null; returned: FormReturn | null; sleeps: number },
): void {
  const stay = requestedStay(values);
  const address =
    stay && isGuestCount(values.guestCount, sleeps) ? bookingAddress(inLanguage(path), stay, values.guestCount) : null;
  const draft = JSON.stringify({ values, sent });
  const first = useRef(returned ? "" : draft);
  useEffect(() => {
    // An untouched form is not stored, so that it cannot overwrite a draft that is about to be restored. A form that was
    // sent before the script had loaded is stored: its dates are not in the URL yet.
    if (first.current === draft) return undefined;
    const stop = () => {
      clearTimeout(later);
      removeEventListener("beforeunload", leave);
      removeEventListener("pagehide", leave);
    };
    // A reload in progress loads the current URL, so the draft is stored as newer than that URL.
    const leave = () => keepNow(location.search);
    const keepNow = (before: string) => {
      stop();
      storeDraft(JSON.parse(draft), before);
    };
    // This runs after the result of the tap is painted, because updating the URL and storing the draft take time.
    const later = setTimeout(() => {
      const before = location.search;
      if (address) history.replaceState(history.state, "", address);
      keepNow(before);
    }, 50);
    addEventListener("beforeunload", leave);
    addEventListener("pagehide", leave);
    return stop;
  }, [draft, address]);
}
