/** The host's API calls about prices, conversations, payments, cleaning, other hosts and devices. */
import { createAuthenticator } from "#server/testing/authenticator.ts";
import { bookStay } from "#server/testing/given.ts";
import type { PayBank } from "#server/testing/pay-bank.ts";
import type { PushService } from "#server/testing/push-service.ts";
import { ADMIN, cookieOf, type TestResponse } from "#server/testing/test-app.ts";
import type { Fixture, HostAct } from "./host-acts.ts";

/** The server must have been started with these external services. */
export type FarEnds = { bank: PayBank; push: PushService; site: { rpId: string; origin: string } };

let month = 0;
let guests = 0;
/** In a month that no other action uses, here or in `host-acts.ts`. */
const stay = () => {
  month += 1;
  const at = (day: string) => `2028-${String(((month - 1) % 10) + 1).padStart(2, "0")}-${day}`;
  return { checkInDate: at("10"), checkOutDate: at("11") };
};

const ask = ({ server, cookie }: Fixture, method: string, path: string, body?: unknown) =>
  server.send(method, path, body, { cookie });
const versionOf = async (fixture: Fixture, path: string) => (await ask(fixture, "GET", path)).json.version;
const setSettings = async (fixture: Fixture, change: object) => {
  const { version } = (await ask(fixture, "GET", "/api/admin/settings")).json;
  return ask(fixture, "PUT", "/api/admin/settings", { ...change, version });
};
/** For a route without path parameters, or with path parameters that `pathOf` fills in. */
function act(route: string, body?: object, pathOf?: (fixture: Fixture) => Promise<string>): HostAct {
  const [method = "", own = ""] = route.split(" ");
  return { route, act: async (fixture) => ask(fixture, method, pathOf ? await pathOf(fixture) : own, body) };
}
/** An hour after the previous one, so that these guests do not look like a single bot. */
async function guestBooking(fixture: Fixture): Promise<TestResponse> {
  fixture.server.clock.advance(61 * 60_000);
  fixture.cookie = await fixture.server.signIn();
  guests += 1;
  const guest = { name: "Ann Perera", email: `guest-${guests}@example.com`, phone: `+94 77 123 45${10 + guests}` };
  return bookStay(fixture.server, stay(), guest);
}
async function hostBooking(fixture: Fixture): Promise<string> {
  const guest = { name: "Bea Silva", email: "bea@example.com", phone: "+94 77 765 4321" };
  const entered = { ...guest, ...stay(), guestCount: 2, status: "confirmed" };
  return (await ask(fixture, "POST", "/api/admin/bookings", entered)).json.id;
}

const BOOKINGS: HostAct[] = [
  {
    route: "PUT /api/admin/bookings/:bookingId/language",
    act: async (fixture) => {
      const path = `/api/admin/bookings/${await hostBooking(fixture)}`;
      return ask(fixture, "PUT", `${path}/language`, { version: await versionOf(fixture, path), language: "de" });
    },
  },
  {
    route: "POST /api/admin/bookings/:bookingId/change-request",
    act: async (fixture) => {
      await setSettings(fixture, { bookingMode: "request", paymentMode: "off" });
      const booked = await guestBooking(fixture);
      const path = `/api/admin/bookings/${booked.json.id}`;
      const { totalAmount } = (await ask(fixture, "GET", path)).json;
      await ask(fixture, "POST", `${path}/status`, { version: await versionOf(fixture, path), status: "confirmed" });
      const change = { ...stay(), guestCount: 2, expectedTotal: totalAmount };
      const own = { cookie: cookieOf(booked) };
      const response = await fixture.server.send("PUT", `/api/bookings/${booked.json.id}/stay`, change, own);
      if (response.status !== 200) return response;
      return ask(fixture, "POST", `${path}/change-request`, { version: await versionOf(fixture, path), accept: true });
    },
  },
  {
    route: "POST /api/admin/bookings/:bookingId/offer",
    act: async (fixture) => {
      const path = `/api/admin/bookings/${(await guestBooking(fixture)).json.id}`;
      return ask(fixture, "POST", `${path}/offer`, { version: await versionOf(fixture, path), hours: 24 });
    },
  },
  {
    route: "POST /api/admin/bookings/:bookingId/waive-fee",
    act: async (fixture) => {
      // So soon that cancelling costs a fee.
      const day = (days: number) =>
        new Date(fixture.server.clock().getTime() + days * 86_400_000).toISOString().slice(0, 10);
      const soon = { checkInDate: day(1), checkOutDate: day(2), guestCount: 1, status: "confirmed" };
      const guest = { name: "Cara Dias", email: "", phone: "+94 77 765 4322" };
      const entered = await ask(fixture, "POST", "/api/admin/bookings", { ...guest, ...soon });
      const path = `/api/admin/bookings/${entered.json.id}`;
      const { version, feeIfCancelledNow: expectedFee } = (await ask(fixture, "GET", path)).json;
      await ask(fixture, "POST", `${path}/cancel`, { version, waiveFee: false, expectedFee });
      return ask(fixture, "POST", `${path}/waive-fee`, { version: await versionOf(fixture, path) });
    },
  },
];

function payments({ bank }: FarEnds): HostAct[] {
  const paidBooking = async (fixture: Fixture, booked: TestResponse) => {
    const own = { cookie: cookieOf(booked) };
    const path = `/api/bookings/${booked.json.id}`;
    const link = await fixture.server.send("POST", `${path}/pay`, {}, own);
    if (link.status !== 200) throw new Error(`${booked.text} ${link.text}`);
    const session = bank.sessionOf(link.json.url);
    bank.pay(session);
    await fixture.server.send("GET", `${path}/payment?back=paid`, undefined, own);
    return session;
  };
  const paymentLink = async (fixture: Fixture) => {
    const payment = { paymentMode: "required", firstPart: "all", balanceDays: 30 };
    await setSettings(fixture, { bookingMode: "instant", ...payment });
    const path = `/api/admin/bookings/${await hostBooking(fixture)}`;
    const body = { amountCents: 4000, about: "Airport pick-up" };
    return { path, sent: await ask(fixture, "POST", `${path}/payment-links`, body) };
  };
  /** Signed with the secret of the webhook that the host connected, or else with the one in the environment. */
  const tell = (session: string, id: string) =>
    bank.sendWebhook(session, id, [...bank.endpoints.values()].at(-1)?.secret);
  const connect = (fixture: Fixture) => ask(fixture, "POST", "/api/admin/payment-webhook", {});
  return [
    { route: "POST /api/admin/payment-webhook", act: connect },
    {
      route: "DELETE /api/admin/payment-webhook",
      act: async (fixture) => {
        await connect(fixture);
        return ask(fixture, "DELETE", "/api/admin/payment-webhook");
      },
    },
    {
      route: "POST /api/admin/bookings/:bookingId/payment-links",
      act: async (fixture) => (await paymentLink(fixture)).sent,
    },
    {
      route: "DELETE /api/admin/bookings/:bookingId/payment-links/:requestId",
      act: async (fixture) => {
        const { path, sent } = await paymentLink(fixture);
        return ask(fixture, "DELETE", `${path}/payment-links/${sent.json.requests[0].id}`);
      },
    },
    {
      route: "POST /api/admin/bookings/:bookingId/refunds",
      act: async (fixture) => {
        const booked = await guestBooking(fixture);
        await paidBooking(fixture, booked);
        const path = `/api/admin/bookings/${booked.json.id}`;
        const { refundableCents } = (await ask(fixture, "GET", `${path}/online-payments`)).json;
        const refund = { amountCents: 1000, expectedRefundableCents: refundableCents };
        return ask(fixture, "POST", `${path}/refunds`, refund);
      },
    },
    {
      route: "POST /api/admin/payment-alerts/close",
      act: async (fixture) => {
        // A refund that is made in the provider's own dashboard and fails afterwards.
        await connect(fixture);
        const booked = await guestBooking(fixture);
        const session = await paidBooking(fixture, booked);
        const refund = bank.refundByHand(session, 5_000);
        await tell(session, "evt_refund");
        await fixture.server.app.runJobs(/payment|refund/);
        bank.failRefund(refund);
        await tell(session, "evt_refund_failed");
        await fixture.server.app.runJobs(/payment|refund/);
        const online = `/api/admin/bookings/${booked.json.id}/online-payments`;
        const [alert] = (await ask(fixture, "GET", online)).json.alerts;
        const closing = { id: alert.id, words: "Paid in cash", refund: "refunded" };
        return ask(fixture, "POST", "/api/admin/payment-alerts/close", closing);
      },
    },
  ];
}

const CODE = {
  discount: { percent: 1000 },
  arrivalFrom: null,
  arrivalUntil: null,
  bookUntil: null,
  minimumNights: null,
  maximumUses: 3,
};

const REST: HostAct[] = [
  {
    route: "PUT /api/admin/prices",
    act: async (fixture) => {
      const { prices, version } = (await ask(fixture, "GET", "/api/admin/prices")).json;
      const everyNight = { ...prices.everyNight, priceCents: prices.everyNight.priceCents + 100 };
      const body = { prices: { ...prices, everyNight }, version, confirmed: true };
      return ask(fixture, "PUT", "/api/admin/prices", body);
    },
  },
  act("PUT /api/admin/prices/codes/:code", CODE, async () => "/api/admin/prices/codes/PROOF"),
  act("DELETE /api/admin/prices/codes/:code", undefined, async () => "/api/admin/prices/codes/PROOF"),
  {
    route: "PUT /api/admin/content/samples",
    act: async (fixture) => {
      const { pieces } = (await ask(fixture, "GET", "/api/admin/content/samples")).json;
      const { piece } = pieces.find((one: { mayHide: boolean }) => one.mayHide);
      return ask(fixture, "PUT", "/api/admin/content/samples", { piece, decision: "hide" });
    },
  },
  {
    route: "PUT /api/admin/quick-replies",
    act: async (fixture) => {
      const { version } = (await ask(fixture, "GET", "/api/admin/quick-replies")).json;
      const replies = [{ title: "Parking", text: "There is room for one car." }];
      return ask(fixture, "PUT", "/api/admin/quick-replies", { version, replies });
    },
  },
  {
    route: "POST /api/admin/cleaning/link",
    act: async (fixture) => {
      const { path } = (await ask(fixture, "GET", "/api/admin/cleaning")).json;
      return ask(fixture, "POST", "/api/admin/cleaning/link", { seen: path });
    },
  },
  {
    route: "PUT /api/admin/cleaning",
    act: async (fixture) => {
      const { note, email } = (await ask(fixture, "GET", "/api/admin/cleaning")).json;
      const texts = { note: "The key is under the mat.", email: "maya@example.com" };
      return ask(fixture, "PUT", "/api/admin/cleaning", { ...texts, seen: { note, email } });
    },
  },
  {
    route: "PUT /api/admin/cleaning/done/:day",
    act: async (fixture) => {
      const day = 24 * 60 * 60_000;
      const on = (n: number) => new Date(fixture.server.clock().getTime() + n * day).toISOString().slice(0, 10);
      const guest = { name: "Bea Silva", email: "bea@example.com", phone: "+94 77 765 4321", guestCount: 2 };
      const leaving = { ...guest, checkInDate: on(0), checkOutDate: on(1), status: "confirmed" };
      await ask(fixture, "POST", "/api/admin/bookings", leaving);
      fixture.server.clock.advance(day);
      fixture.cookie = await fixture.server.signIn();
      return ask(fixture, "PUT", `/api/admin/cleaning/done/${on(0)}`, { done: true });
    },
  },
  act("DELETE /api/admin/cleaning/link", undefined, async (fixture) => {
    const { path } = (await ask(fixture, "GET", "/api/admin/cleaning")).json;
    return `/api/admin/cleaning/link?${new URLSearchParams({ seen: path }).toString()}`;
  }),
  act("PUT /api/admin/notifications", { emails: ["ann@example.com"], events: { booking: false }, summaryHour: 7 }),
  act("PUT /api/admin/push", { events: { booking: false }, detail: "brief" }),
  act("PUT /api/admin/mail", {
    host: "smtp.example.com",
    port: 587,
    security: "starttls",
    username: "stay",
    from: "stay@example.com",
    password: "a password of a mail provider",
  }),
  act("DELETE /api/admin/mail"),
];

const devices = ({ push }: FarEnds): HostAct[] => [
  {
    route: "POST /api/admin/push/devices",
    act: (fixture) => {
      const { endpoint, keys } = push.subscribe();
      return ask(fixture, "POST", "/api/admin/push/devices", { endpoint, keys });
    },
  },
  {
    route: "DELETE /api/admin/push/devices/:id",
    act: async (fixture) => {
      const [{ id }] = (await ask(fixture, "GET", "/api/admin/push")).json.devices;
      return ask(fixture, "DELETE", `/api/admin/push/devices/${id}`);
    },
  },
  {
    route: "DELETE /api/admin/auth/devices/:id",
    act: async (fixture) => {
      const [{ id }] = (await ask(fixture, "GET", "/api/admin/auth/devices")).json;
      return ask(fixture, "DELETE", `/api/admin/auth/devices/${id}`);
    },
  },
];

function passkeys({ site }: FarEnds): HostAct[] {
  const phone = createAuthenticator(site);
  const AUTH = "/api/admin/auth";
  return [
    {
      route: `POST ${AUTH}/passkeys`,
      act: async (fixture) => {
        const begun = await ask(fixture, "POST", `${AUTH}/passkeys/options`, {});
        return ask(fixture, "POST", `${AUTH}/passkeys`, { passkey: phone.make(begun.json) });
      },
    },
    {
      route: `POST ${AUTH}/passkey/sign-in`,
      act: async ({ server }) => {
        const begun = await server.send("POST", `${AUTH}/passkey/sign-in/options`, {});
        return server.send("POST", `${AUTH}/passkey/sign-in`, { passkey: phone.answer(begun.json.options) });
      },
    },
    act(`PUT ${AUTH}/passkeys/:id`, { name: "Ann's phone" }, async () => `${AUTH}/passkeys/${phone.id}`),
    {
      route: `DELETE ${AUTH}/passkeys/:id`,
      act: async (fixture) => {
        const removed = await ask(fixture, "DELETE", `${AUTH}/passkeys/${phone.id}`);
        fixture.cookie = await fixture.server.signIn();
        return removed;
      },
    },
  ];
}

const SIGN_IN_LINK: HostAct = {
  route: "POST /api/admin/auth/link/open",
  act: async (fixture) => {
    await fixture.server.send("POST", "/api/admin/auth/link");
    const { link } = await fixture.db
      .selectFrom("scheduled_message")
      .select("link")
      .where("link", "like", "/admin/login#%")
      .executeTakeFirstOrThrow();
    return fixture.server.send("POST", "/api/admin/auth/link/open", { token: link?.split("#")[1] });
  },
};

const PEOPLE = "/api/admin/people";
const invite = (fixture: Fixture) => ask(fixture, "POST", `${PEOPLE}/invitations`, { email: "" });
const HOSTS: HostAct[] = [
  { route: `POST ${PEOPLE}/invitations`, act: invite },
  {
    route: `DELETE ${PEOPLE}/invitations/:id`,
    act: async (fixture) => {
      const { invitations } = (await ask(fixture, "GET", PEOPLE)).json;
      return ask(fixture, "DELETE", `${PEOPLE}/invitations/${invitations[0].id}`);
    },
  },
  {
    route: "POST /api/admin/auth/invitation",
    act: async (fixture) => {
      const token = (await invite(fixture)).json.link.split("#")[1];
      const account = { token, username: "second-host", password: "another long sentence to sign in" };
      return fixture.server.send("POST", "/api/admin/auth/invitation", account);
    },
  },
  {
    route: `DELETE ${PEOPLE}/:id`,
    act: async (fixture) => {
      const { people } = (await ask(fixture, "GET", PEOPLE)).json;
      const other = people.find((one: { username: string }) => one.username !== ADMIN.username);
      return ask(fixture, "DELETE", `${PEOPLE}/${other.id}`);
    },
  },
];

const CUSTOM = "/api/admin/custom-messages";
const OWN_MESSAGE = {
  title: "Market day",
  timing: { event: "check-in", side: "before", unit: "days", amount: 2, time: "10:00" },
  on: true,
  texts: { en: { subject: "Market day", body: "Dear {guestName}, the market is on Saturday." } },
};
const ownMessage = async (fixture: Fixture) => (await ask(fixture, "GET", CUSTOM)).json.messages[0];

const OWN_MESSAGES: HostAct[] = [
  act(`POST ${CUSTOM}`, OWN_MESSAGE),
  {
    route: `PUT ${CUSTOM}/:customId`,
    act: async (fixture) => {
      const { id, version } = await ownMessage(fixture);
      return ask(fixture, "PUT", `${CUSTOM}/${id}`, { version, message: { ...OWN_MESSAGE, on: false } });
    },
  },
  {
    route: `DELETE ${CUSTOM}/:customId`,
    act: async (fixture) => {
      const { id, version } = await ownMessage(fixture);
      return ask(fixture, "DELETE", `${CUSTOM}/${id}?version=${version}`);
    },
  },
];

export const moreHostActs = (ends: FarEnds): HostAct[] => [
  ...REST,
  ...devices(ends),
  ...passkeys(ends),
  SIGN_IN_LINK,
  ...HOSTS,
  ...BOOKINGS,
  ...OWN_MESSAGES,
  ...payments(ends),
];
