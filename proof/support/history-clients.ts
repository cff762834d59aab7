/** Clients that perform random actions and record each API call and its response. */
import { addDays, daysBetween, type LocalDate } from "#domain/calendar/local-date.ts";
import { nightsOf, type Stay } from "#domain/booking/stay.ts";
import { amountString } from "#domain/money/currency.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import { GUEST } from "#server/testing/given.ts";
import type { Call } from "./calendar-model.ts";
import { send, type HttpResponse } from "./guests.ts";

export type Tally = { calls: Call[]; unanswered: number; unjudged: Record<string, number>; twinsApart: number };
type Given = {
  /** An instance that the clients believe to be running. */
  url: () => string;
  adminCookie: string;
  zone: { from: LocalDate; to: LocalDate };
  rateCents: number;
  goingOn: () => boolean;
  tally: Tally;
};
type Mine = { id: string; cookie: string };

const any = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)];
const upTo = (n: number) => Math.floor(Math.random() * n);
const now = () => performance.now();
/** After this time, a killed server has no further effect. */
const LATE_MS = 2000;
type NewCall = { [K in Call["kind"]]: Omit<Extract<Call, { kind: K }>, "called" | "answered" | "maybe"> }[Call["kind"]];

/** What any client may change, with the last version that a client has seen. */
export type Known = { bookings: Map<string, Mine & { version: number }>; blocks: Map<string, number>; made: number };

export async function behave({ url, adminCookie, zone, rateCents, goingOn, tally }: Given, known: Known) {
  const host = { cookie: adminCookie };
  const stay = (): Stay => {
    const checkIn = addDays(zone.from, upTo(daysBetween(zone.from, zone.to) - 5));
    return { checkIn, checkOut: addDays(checkIn, 1 + upTo(4)) };
  };
  const note = (called: number, call: NewCall, maybe = false) =>
    tally.calls.push({ ...call, called, answered: maybe ? now() + LATE_MS : now(), maybe });
  const leave = (what: string, { status, text }: HttpResponse) => {
    const failure = `${what} ${status} ${text.slice(0, 80)}`;
    tally.unjudged[failure] = (tally.unjudged[failure] ?? 0) + 1;
  };
  const body = ({ checkIn, checkOut }: Stay) => ({ checkInDate: checkIn, checkOutDate: checkOut });
  const price = (dates: Stay) => amountString(nightsOf(dates).length * rateCents, "USD");

  /** Not repeated. Without a response, or with a 503, the call may or may not have taken effect. */
  const act = async (planned: NewCall | null, method: string, path: string, sent?: object, headers = host) => {
    const called = now();
    const response = await send(url() + path, method, sent, headers).catch(() => null);
    if (response && response.status !== 503) return { called, answer: response };
    tally.unanswered += 1;
    if (planned) note(called, planned, true);
    return null;
  };

  /** Repeated until there is a response other than 503, as by a form. Sometimes sent twice at the same time. */
  const submit = async (byHost: boolean) => {
    const dates = stay();
    const guestCount = 1 + upTo(6);
    const headers = { "idempotency-key": crypto.randomUUID(), ...(byHost ? host : {}) };
    const status: BookingStatus = any(["upcoming", "confirmed"] as const) ?? "upcoming";
    const plain = { ...body(dates), guestCount, status };
    const first = now();
    for (let called = first; ; called = now()) {
      try {
        const guest = byHost ? null : await send(`${url()}/api/guests`, "POST", GUEST, headers);
        const sent = guest ? { ...plain, propertyId: 1, guestId: JSON.parse(guest.text).id } : { ...plain, ...GUEST };
        const path = byHost ? "/api/admin/bookings" : "/api/bookings";
        const twin = Math.random() < 0.1 ? send(url() + path, "POST", sent, headers).catch(() => null) : null;
        const response = await send(url() + path, "POST", sent, headers);
        const other = await twin;
        if (response.status === 503) throw new Error("not now");
        if (other && other.status === 201 && response.status === 201 && other.text !== response.text)
          tally.twinsApart += 1;
        const final = response.status === 201 ? response : other?.status === 201 ? other : response;
        if (final.status === 201) {
          const { id } = JSON.parse(final.text);
          const event = byHost ? `Entered by the host as ${status}` : `Booked on the website as ${status}`;
          note(first, { kind: "book", id, stay: dates, guestCount, status, event });
          const cookie = String(final.headers["set-cookie"] ?? "").split(";")[0] ?? "";
          known.bookings.set(id, { id, cookie, version: 1 });
        } else if (final.status === 409 && !other)
          note(called, { kind: "taken", id: null, stay: dates, nights: JSON.parse(final.text).nights });
        else if (final.status !== 409) leave("book", final);
        return;
      } catch {
        tally.unanswered += 1;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };

  const hostAct = async () => {
    const booking = any([...known.bookings.values()]);
    if (!booking) return;
    const { id, version } = booking;
    const path = `/api/admin/bookings/${id}`;
    const to = any(["confirmed", "upcoming", "cancelled", null] as const) ?? null;
    const dates = stay();
    const guestCount = 1 + upTo(6);
    const planned: NewCall =
      to === null
        ? { kind: "host-stay", id, version, stay: dates, guestCount }
        : { kind: "host-status", id, version, to };
    const done =
      to === null
        ? await act(planned, "PUT", `${path}/stay`, {
            version,
            ...body(dates),
            guestCount,
            price: "new",
            expectedTotal: price(dates),
          })
        : to === "cancelled"
          ? await act(planned, "POST", `${path}/cancel`, { version, waiveFee: false, expectedFee: "0.00" })
          : await act(planned, "POST", `${path}/status`, { version, status: to });
    if (!done) return;
    const parsed = JSON.parse(done.answer.text);
    if (done.answer.status === 200) {
      note(done.called, planned);
      booking.version = parsed.version;
    } else if (done.answer.status !== 409) leave("host", done.answer);
    else if (parsed.nights)
      note(done.called, { kind: "taken", id, stay: to === null ? dates : null, nights: parsed.nights });
    else {
      const because = /has changed/.test(parsed.message) ? "stale" : "status";
      note(done.called, { kind: "refused", id, because, version, to });
      if (because === "stale") await look(id);
    }
  };

  const guestAct = async () => {
    const booking = any([...known.bookings.values()].filter(({ cookie }) => cookie !== ""));
    if (!booking) return;
    const { id, cookie } = booking;
    const cancels = Math.random() < 0.5;
    const dates = stay();
    const guestCount = 1 + upTo(6);
    const planned: NewCall = cancels
      ? { kind: "guest-cancel", id }
      : { kind: "guest-stay", id, stay: dates, guestCount, becomes: null };
    const done = cancels
      ? await act(planned, "POST", `/api/bookings/${id}/cancel`, { expectedFee: "0.00" }, { cookie })
      : await act(
          planned,
          "PUT",
          `/api/bookings/${id}/stay`,
          { ...body(dates), guestCount, expectedTotal: price(dates) },
          { cookie },
        );
    if (!done) return;
    const parsed = JSON.parse(done.answer.text);
    if (done.answer.status === 200)
      note(done.called, planned.kind === "guest-stay" ? { ...planned, becomes: parsed.status } : planned);
    else if (done.answer.status === 409 && parsed.nights)
      note(done.called, { kind: "taken", id, stay: dates, nights: parsed.nights });
    else if (done.answer.status === 409 && /is cancelled/.test(parsed.message))
      note(done.called, { kind: "refused", id, because: "status", version: null, to: null });
    else leave("guest", done.answer);
  };

  const blockAct = async () => {
    const [id, version] = any([...known.blocks]) ?? [null, 0];
    const dates = stay();
    const reason = `kept ${known.made++}`;
    const sent = { startsOn: dates.checkIn, endsOn: dates.checkOut, reason };
    const free = Math.random() < 0.5;
    const change = id !== null && (known.blocks.size > 4 || Math.random() < 0.5);
    const planned: NewCall = !change
      ? { kind: "block", id: reason, stay: dates, reason }
      : free
        ? { kind: "block-free", id, version }
        : { kind: "block-change", id, version, stay: dates, reason };
    const done = !change
      ? await act(planned, "POST", "/api/admin/blocks", sent)
      : free
        ? await act(planned, "DELETE", `/api/admin/blocks/${id}?version=${version}`)
        : await act(planned, "PUT", `/api/admin/blocks/${id}`, { ...sent, version });
    if (!done) return void (id && change && known.blocks.delete(id));
    const { status, text } = done.answer;
    const parsed = text ? JSON.parse(text) : null;
    if (status === 201) note(done.called, { kind: "block", id: parsed.id, stay: dates, reason });
    else if (status === 200 || status === 204) note(done.called, planned);
    else if (status === 409 && parsed.nights)
      note(done.called, { kind: "taken", id: change ? id : null, stay: dates, nights: parsed.nights });
    else if (id && (status === 404 || status === 409)) note(done.called, { kind: "block-refused", id, version });
    else leave("block", done.answer);
    if (status === 204 || status === 404 || (status === 409 && !parsed.nights)) known.blocks.delete(id ?? "");
    if (status === 200 || status === 201) known.blocks.set(parsed.id, parsed.version);
  };

  const look = async (id = any([...known.bookings.keys()])) => {
    const done = id ? await act(null, "GET", `/api/admin/bookings/${id}`) : null;
    if (!id || !done) return;
    if (done.answer.status !== 200) return leave("look", done.answer);
    const { checkIn, checkOut, guestCount, totalAmount, status, version } = JSON.parse(done.answer.text);
    const totalCents = Math.round(Number(totalAmount) * 100);
    note(done.called, {
      kind: "see-booking",
      id,
      seen: { checkIn, checkOut, guestCount, totalCents, status, version },
    });
    const booking = known.bookings.get(id);
    if (booking) booking.version = Math.max(booking.version, version);
  };
  const seeNights = async () => {
    const done = await act(null, "GET", `/api/availability?from=${zone.from}&to=${zone.to}`);
    if (done?.answer.status === 200)
      note(done.called, { kind: "see-nights", ...zone, unavailable: JSON.parse(done.answer.text).unavailable });
  };

  const moods = [submit, submit, hostAct, hostAct, hostAct, guestAct, guestAct, blockAct, look, seeNights];
  while (goingOn()) {
    const mood = any(moods) ?? seeNights;
    if (mood === submit) await submit(Math.random() < 0.3);
    else await (mood as () => Promise<void>)();
    await new Promise((resolve) => setTimeout(resolve, upTo(40)));
  }
}
