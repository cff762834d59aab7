import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { BookingFormValues } from "./form-values.ts";
import type { ChosenDays } from "#domain/pricing/day-choices.ts";
import { book, BookingFailure } from "../api/booking.ts";
import { AS_RENDERED, wordsOf } from "../api/client.ts";
import { needTexts } from "../app/need-texts.ts";
import { type FormProblem, useFormState } from "../app/page-state.ts";
import { inLanguage, paths } from "../lib/paths.ts";
import { say } from "../lib/say.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { toast } from "../ui/toast-store.ts";
import { loadToaster } from "../ui/toasts-on-demand.tsx";
import { bookingAddress, isGuestCount } from "./booking-address.ts";
import { forgetDraft, isAtDraft, keepDraft, readDraft, type SentRequest } from "./booking-draft.ts";
import { rememberBooked } from "./booked-here.ts";
import { bookingRequest, type PublicStatus } from "./booking-request.ts";
import { botSignals } from "./bot-signals.ts";
import { type FieldMessages, type FieldName, withField } from "./form-values.ts";
import { chosenDays, requestedStay } from "./requested-stay.ts";
import { startForm } from "./start-form.ts";
import type { CalendarRequest } from "./stay-calendar.tsx";
import { randomKey } from "./random-key.ts";
import { codedQuote, expectedPrice, type ShownQuote, shownQuote } from "./shown-price.ts";
import { preHydrationInput } from "./pre-hydration-input.ts";
import type { Cottage } from "./use-cottage.ts";

/** What one of the two forms is: where it stands, what it checks, and what it says. */
export type BookingFormKind = {
  path: string;
  status: PublicStatus;
  rules: (values: BookingFormValues) => FieldMessages;
  /** `emailed` is the address to which the confirmation goes; null where no email is sent. */
  created: (emailed: string | null) => { title: string; description: string };
  /** SPEC 8, when the failure has no words of its own. */
  failed: () => string;
  /** Called when the rules of the form were not met. */
  onRefused?: (messages: FieldMessages) => void;
};

export type BookingForm = {
  values: BookingFormValues;
  /** What is wrong, by field. Empty until the form was sent once, then live. */
  messages: FieldMessages;
  hints: string[];
  /** What the address, or a browser without script, asks of the calendar. */
  calendar: CalendarRequest;
  /** The form's dates as the calendar shows them. */
  chosen: ChosenDays;
  formKey: string;
  /** False on the server and until the script has taken over: what needs a script is not offered before. */
  scripted: boolean;
  problem: FormProblem | null;
  sending: boolean;
  /** Whether these very values were sent and the answer never came. */
  unsettled: boolean;
  /** Goes up with each try that led to no booking: the focus then goes to what is wrong. */
  tries: number;
  /** What is shown and sent as the price; null for dates that are not for sale. */
  price: ShownQuote | null;
  /** What became of the discount code; null while none was asked about. */
  codeAnswer: string | null;
  /** Asks the server about the code in the form. */
  useCode: () => void;
  change: (name: FieldName, value: string) => void;
  /** The check-in is being typed: each of its half-typed dates moves the check-out from where it stood before. */
  typingCheckIn: (typing: boolean) => void;
  /** Puts dates in; an arrival alone waits for its departure. */
  setDates: (dates: ChosenDays) => void;
  submit: () => Promise<void>;
};

/** One booking form's state: its values, kept in the address and in this tab, and the way they are sent. */
export function useBookingForm(kind: BookingFormKind, cottage: Cottage): BookingForm {
  const { form: returned, formKey } = useFormState();
  const search = useSearch();
  const [start] = useState(() => startForm(search, returned, cottage.selling));
  const [values, setValues] = useState(start.values);
  const [checked, setChecked] = useState(false);
  /** The server's words by field; each goes when its field changes. */
  const [answered, setAnswered] = useState<FieldMessages>(returned?.problem?.fields ?? {});
  const [problem, setProblem] = useState(returned?.problem ?? null);
  const [sent, setSent] = useState<SentRequest | null>(null);
  const [tries, setTries] = useState(0);
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const checkOutBefore = useRef<string | null>(null);
  const [, navigate] = useLocation();
  const [code, setCode] = useState((returned?.values.code ?? "").trim());
  const { query, enabled } = codedQuote({ ...values, code });
  const coded = useQuery({ ...query, ...AS_RENDERED, enabled });
  const price = shownQuote(values, cottage, coded.data?.quote ?? null);

  const body = JSON.stringify(bookingRequest(values, kind.status));
  const unsettled = sent?.body === body;
  const messages = { ...(checked && !unsettled ? kind.rules(values) : {}), ...answered };

  useTypedBefore((before) => setValues((now) => withBefore(now, before)), setSent, returned === null);
  useKept(values, kind.path, sent, cottage.selling.document.guests.sleeps);

  async function send(): Promise<void> {
    const wanted = requestedStay(values);
    // The same request again is the same booking; anything else is a new one.
    const submit = unsettled ? sent : { key: randomKey(), body };
    // Kept before it leaves: should the tab die now, the next try still carries the same key.
    keepDraft({ values, sent: submit });
    try {
      const { guest, stay } = bookingRequest(values, kind.status);
      const shown = expectedPrice(price, cottage);
      const booking = await book({ guest, stay: { ...stay, ...shown, ...botSignals() } }, submit.key, say.problems);
      forgetDraft();
      if (wanted) rememberBooked({ id: booking.id, ...wanted });
      cottage.nightsWereSold();
      toast(
        booking.status === "pending" ? say.booking.created : kind.created(booking.emailed ? guest.email.trim() : null),
      );
      // A page of its own: its form may lead to the payment provider.
      if (booking.payPage) location.assign(inLanguage(booking.payPage));
      else navigate(paths.confirmation(booking.id));
    } catch (error) {
      if (!(error instanceof BookingFailure)) throw error;
      const { status, fields, nights, checkEmail } = error;
      const message = error.message || kind.failed();
      if (checkEmail) toast({ title: say.problems.checkEmail, description: message });
      else toast({ title: say.problems.failed, description: message, variant: "destructive" });
      if (status === 409) await cottage.refresh();
      const unheard = status === null ? submit : null;
      setSent(unheard);
      // An answer came: after a reload the form must not say otherwise.
      keepDraft({ values, sent: unheard });
      setAnswered(fields);
      setProblem({ status, fields, nights, message, checkEmail });
      setTries((before) => before + 1);
    }
  }

  async function judgeAndSend(): Promise<void> {
    if (!(await canSayProblems())) {
      // Without a line there is no booking either; what was typed is kept.
      setProblem({ status: null, fields: {}, nights: [], message: "" });
      setTries((before) => before + 1);
      return;
    }
    const wrong = unsettled ? {} : kind.rules(values);
    setChecked(true);
    setAnswered({});
    setProblem(null);
    if (Object.keys(wrong).length > 0) {
      setTries((before) => before + 1);
      kind.onRefused?.(wrong);
      return;
    }
    setSending(true);
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
    unsettled,
    tries,
    price,
    codeAnswer:
      code === ""
        ? null
        : coded.error
          ? wordsOf(coded.error) || say.booking.code.unknown
          : (coded.data?.code?.message ?? null),
    useCode: () => setCode(values.code.trim()),
    change: (name, value) => {
      fetchAhead();
      setValues((now) => withField(now, name, value, checkOutBefore.current ?? now.checkOutDate));
      setAnswered(({ [name]: _mended, ...others }) => others);
      // A problem with the old dates or their price says nothing about the new ones.
      if (name === "checkInDate" || name === "checkOutDate") setProblem(null);
    },
    typingCheckIn: (typing) => {
      checkOutBefore.current = typing ? values.checkOutDate : null;
    },
    setDates: ({ checkIn, checkOut }) => {
      setValues((now) => ({ ...now, checkInDate: checkIn ?? "", checkOutDate: checkOut ?? "" }));
      setAnswered(({ checkInDate: _in, checkOutDate: _out, ...others }) => others);
      setProblem(null);
    },
    submit: async () => {
      // A second tap while the first is under way does nothing.
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

/** Fetches what sending the form needs, once something is typed: the page itself does without. */
function fetchAhead(): void {
  loadToaster().catch(() => undefined);
  void canSayProblems();
}

/** Whether the words are there for what may be wrong with the form. */
const canSayProblems = () =>
  needTexts(["problems"]).then(
    () => true,
    () => false,
  );

/** What was typed before the script came, or before a reload, goes back into the form. */
function useTypedBefore(
  putBack: (values: Partial<BookingFormValues>) => void,
  putBackSent: (sent: SentRequest | null) => void,
  draftCounts: boolean,
): void {
  // Read while React takes the page over: afterwards the inputs show what the server sent.
  const [typed] = useState(preHydrationInput);
  useEffect(() => {
    const draft = draftCounts ? readDraft() : null;
    putBackSent(draft?.sent ?? null);
    const kept = { ...draft?.values };
    // An address that has changed since the draft was kept names what was chosen afterwards.
    const named = new URLSearchParams(draft && isAtDraft(draft) ? "" : location.search);
    if (named.has("in") || named.has("out")) {
      delete kept.checkInDate;
      delete kept.checkOutDate;
    }
    if (named.has("guests")) delete kept.guestCount;
    putBack({ ...kept, ...typed });
    // Once, when the form appears.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

/** A check-in that was chosen before the script came moves the check-out as one chosen afterwards does (SPEC 4). */
function withBefore(now: BookingFormValues, before: Partial<BookingFormValues>): BookingFormValues {
  const all = { ...now, ...before };
  return before.checkInDate && !before.checkOutDate ? withField(all, "checkInDate", before.checkInDate) : all;
}

/** Dates and guests go into the address, everything into this tab's draft. */
function useKept(values: BookingFormValues, path: string, sent: SentRequest | null, sleeps: number): void {
  const stay = requestedStay(values);
  const address =
    stay && isGuestCount(values.guestCount, sleeps) ? bookingAddress(inLanguage(path), stay, values.guestCount) : null;
  const draft = JSON.stringify({ values, sent });
  const first = useRef(draft);
  useEffect(() => {
    // The form as it came is not worth keeping, and must not overwrite a draft that is about to be put back.
    if (first.current === draft) return undefined;
    const stop = () => {
      clearTimeout(later);
      removeEventListener("beforeunload", leave);
      removeEventListener("pagehide", leave);
    };
    // A reload that has begun loads the address that it had: the draft is kept as newer than that one.
    const leave = () => keepNow(location.search);
    const keepNow = (before: string) => {
      stop();
      keepDraft(JSON.parse(draft), before);
    };
    // After the answer to the tap is drawn, for both take their time.
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
