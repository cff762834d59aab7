/** Actions that make the host's state-changing API calls; `more-host-acts.ts` has the others. */
import { Secret, TOTP } from "otpauth";
import sharp from "sharp";
import type { Db } from "#server/database/connect.ts";
import { bookStay, GUEST } from "#server/testing/given.ts";
import { AIRBNB, airbnbStay, calendarOf, type Platforms } from "#server/testing/platforms.ts";
import { ratingToken } from "#server/ratings/rating-link.ts";
import { ratingKey } from "#server/ratings/store.ts";
import { ADMIN, cookieOf, type TestResponse, type TestApp } from "#server/testing/test-app.ts";

export type Fixture = { server: TestApp; platforms: Platforms; cookie: string; db: Db };
export type HostAct = { route: string; act: (fixture: Fixture) => Promise<TestResponse> };

export async function openFixture(server: TestApp, platforms: Platforms): Promise<Fixture> {
  return { server, platforms, cookie: await server.signIn(), db: server.db };
}

const ask = ({ server, cookie }: Fixture, method: string, path: string, body?: unknown) =>
  server.send(method, path, body, { cookie });
/** For a route without path parameters, or with path parameters that `path` fills in. */
function simple(
  route: string,
  body?: object | (() => object),
  path?: (fixture: Fixture) => Promise<string> | string,
): HostAct {
  const [method = "", own = ""] = route.split(" ");
  return {
    route,
    act: async (fixture) =>
      ask(fixture, method, path ? await path(fixture) : own, typeof body === "function" ? body() : body),
  };
}
async function newest<T extends "booking" | "owner_block" | "channel_stay" | "scheduled_message">(db: Db, table: T) {
  const rows = await db
    .selectFrom(table as "booking")
    .select(["id", "version"])
    .execute();
  return rows.at(-1) ?? { id: "", version: 0 };
}
let night = 0;
const stay = (nights = 2) => {
  night += nights + 1;
  const day = (n: number) => new Date(Date.UTC(2027, 0, n)).toISOString().slice(0, 10);
  return { checkInDate: day(night), checkOutDate: day(night + nights) };
};
/** The action is performed on a new booking, which the host has entered. */
function withBooking(route: string, body: (version: number) => object, before: string[] = []): HostAct {
  const [method = "", own = ""] = route.split(" ");
  return {
    route,
    act: async (fixture) => {
      const entered = await ask(fixture, "POST", "/api/admin/bookings", {
        ...GUEST,
        ...stay(),
        guestCount: 2,
        status: "confirmed",
      });
      const path = (what: string) => what.replace(":bookingId", entered.json.id);
      let version = 1;
      for (const step of before) {
        await ask(fixture, "POST", path("/api/admin/bookings/:bookingId/status"), { version, status: step });
        version += 1;
      }
      return ask(fixture, method, path(own), body(version));
    },
  };
}
const codeOf = (fixture: Fixture, secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({
    timestamp: fixture.server.clock().getTime(),
  });
let secret = "";
const site = "www.airbnb.com";
const url = `https://${site}/calendar/ical/4711.ics?s=0123456789abcdef0123456789abcdef`;
const platformShows = ({ platforms }: Fixture, stays: [string, string, string][]) =>
  platforms.replies.set(site, {
    body: calendarOf(
      AIRBNB,
      stays.map((one) => airbnbStay(...one)),
    ),
  });
const channelOf = async (fixture: Fixture) => (await ask(fixture, "GET", "/api/admin/channels")).json.channels[0];
const messageOf = async (fixture: Fixture) =>
  (await ask(fixture, "GET", "/api/admin/scheduled-messages")).json.find(
    // A message that is due now may already be on its way.
    (one: { status: string; bookingId: string | null; pastDue: boolean }) =>
      one.status === "pending" && one.bookingId !== null && !one.pastDue,
  );

async function uploadPicture(fixture: Fixture) {
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#355" } })
    .jpeg()
    .toBuffer();
  const { uploadURL } = (await ask(fixture, "POST", "/api/objects/upload", {})).json;
  const headers = { "content-type": "image/jpeg", cookie: fixture.cookie };
  await fetch(fixture.server.url + uploadURL, { method: "PUT", body: new Uint8Array(bytes), headers });
  return ask(fixture, "POST", "/api/admin/pictures", { uploadURL, alt: "The gate" });
}

const BOOKINGS: HostAct[] = [
  simple("POST /api/admin/bookings", () => ({ ...GUEST, ...stay(), guestCount: 2, status: "confirmed" })),
  withBooking("POST /api/admin/bookings/:bookingId/status", (version) => ({ version, status: "upcoming" })),
  withBooking("POST /api/admin/bookings/:bookingId/cancel", (version) => ({
    version,
    waiveFee: true,
    expectedFee: "0.00",
  })),
  withBooking("PUT /api/admin/bookings/:bookingId/stay", (version) => ({
    version,
    ...stay(3),
    guestCount: 3,
    price: "new",
    expectedTotal: "450.00",
  })),
  withBooking("PUT /api/admin/bookings/:bookingId/notes", (version) => ({ version, notes: "Late" })),
  withBooking("POST /api/admin/bookings/:bookingId/payments", (version) => ({
    version,
    kind: "payment",
    amount: "10.00",
    method: "cash",
    paidOn: "2026-11-20",
  })),
  {
    route: "DELETE /api/admin/bookings/:bookingId/payments/:paymentId",
    act: async (fixture) => {
      const { id, booking_id } = await fixture.db.selectFrom("payment").selectAll().executeTakeFirstOrThrow();
      return ask(fixture, "DELETE", `/api/admin/bookings/${booking_id}/payments/${id}?version=2`);
    },
  },
  withBooking("POST /api/admin/bookings/:bookingId/adjustments", (version) => ({
    version,
    kind: "discount",
    amount: "10.00",
    label: "Early guest",
  })),
  {
    route: "DELETE /api/admin/bookings/:bookingId/adjustments/:place",
    act: async (house) => {
      const path = `/api/admin/bookings/${(await newest(house.db, "booking")).id}`;
      const { version } = (await ask(house, "GET", path)).json;
      const line = { version, kind: "extra", amount: "5.00", label: "Dinner" };
      const added = await ask(house, "POST", `${path}/adjustments`, line);
      return ask(house, "DELETE", `${path}/adjustments/0?version=${added.json.version}`);
    },
  },
  {
    route: "POST /api/admin/bookings/:bookingId/remove",
    act: async (house) => {
      const entered = { ...GUEST, ...stay(), guestCount: 1, status: "confirmed" };
      const { json } = await ask(house, "POST", "/api/admin/bookings", entered);
      const order = { version: 1, reference: json.reference };
      return ask(house, "POST", `/api/admin/bookings/${json.id}/remove`, order);
    },
  },
  withBooking("PUT /api/admin/bookings/:bookingId/guest", (version) => ({ version, ...GUEST, name: "Bea Silva" })),
  {
    route: "POST /api/admin/bookings/:bookingId/erase-guest",
    act: async (fixture) => {
      const { json } = await ask(fixture, "POST", "/api/admin/bookings", {
        ...GUEST,
        email: "gone@example.com",
        ...stay(),
        guestCount: 1,
        status: "confirmed",
      });
      const order = { version: 1, waiveFee: true, expectedFee: "0.00" };
      await ask(fixture, "POST", `/api/admin/bookings/${json.id}/cancel`, order);
      return ask(fixture, "POST", `/api/admin/bookings/${json.id}/erase-guest`, { reference: json.reference });
    },
  },
  simple("POST /api/admin/blocks", () => {
    const { checkInDate: startsOn, checkOutDate: endsOn } = stay();
    return { startsOn, endsOn, reason: "Painting" };
  }),
  {
    route: "PUT /api/admin/day-notes/:day",
    act: (house) => ask(house, "PUT", `/api/admin/day-notes/${stay().checkInDate}`, { text: "Gardener", seen: "" }),
  },
  {
    route: "PUT /api/admin/blocks/:blockId",
    act: async (fixture) => {
      const { id, version } = await newest(fixture.db, "owner_block");
      const { checkInDate: startsOn, checkOutDate: endsOn } = stay();
      return ask(fixture, "PUT", `/api/admin/blocks/${id}`, { startsOn, endsOn, reason: "Roof", version });
    },
  },
  {
    route: "DELETE /api/admin/blocks/:blockId",
    act: async (fixture) => {
      const { id, version } = await newest(fixture.db, "owner_block");
      return ask(fixture, "DELETE", `/api/admin/blocks/${id}?version=${version}`);
    },
  },
];

const CHANNELS: HostAct[] = [
  {
    route: "POST /api/admin/channels",
    act: async (fixture) => {
      // One stay overlaps one of our own bookings, so that there is a conflict to close.
      const over = stay();
      await ask(fixture, "POST", "/api/admin/bookings", { ...GUEST, ...over, guestCount: 2, status: "confirmed" });
      platformShows(fixture, [
        ["HMAAAAAAA1", "2027-09-10", "2027-09-13"],
        ["HMAAAAAAA2", over.checkInDate, over.checkOutDate],
        ["HMAAAAAAA3", "2027-10-10", "2027-10-13"],
      ]);
      return ask(fixture, "POST", "/api/admin/channels", { platform: "airbnb", url });
    },
  },
  {
    route: "PUT /api/admin/channels/rules",
    act: async (fixture) => {
      const { rules } = (await ask(fixture, "GET", "/api/admin/channels")).json;
      return ask(fixture, "PUT", "/api/admin/channels/rules", { ...rules, pollMinutes: 20, forgetAfterDays: 90 });
    },
  },
  {
    route: "PUT /api/admin/channels/:channelId",
    act: async (fixture) => {
      const { id, version, mode } = await channelOf(fixture);
      return ask(fixture, "PUT", `/api/admin/channels/${id}`, { name: "Our Airbnb", mode, paused: false, version });
    },
  },
  {
    route: "PUT /api/admin/channels/:channelId/link",
    act: async (fixture) => {
      // The platform shows the same calendar at every link.
      const { id, version } = await channelOf(fixture);
      return ask(fixture, "PUT", `/api/admin/channels/${id}/link`, { url: `${url}0`, version });
    },
  },
  {
    route: "PUT /api/admin/channel-stays/:stayId",
    act: async (fixture) => {
      const { id, version } = (await ask(fixture, "GET", "/api/admin/channel-stays")).json[0];
      const words = {
        hostOverride: null,
        guestName: "Carl",
        guestPhone: "",
        amount: "10.00",
        notes: "",
        bookingId: null,
      };
      return ask(fixture, "PUT", `/api/admin/channel-stays/${id}`, { ...words, version });
    },
  },
  {
    route: "POST /api/admin/channel-stays/:stayId/decide",
    act: async (fixture) => {
      const stays = (await ask(fixture, "GET", "/api/admin/channel-stays")).json;
      const missing = stays.find((one: { code: string }) => one.code === "HMAAAAAAA3");
      const at = fixture.server.clock().toISOString();
      await fixture.db
        .updateTable("channel_stay")
        .set({ state: "missing", missing_since: at })
        .where("id", "=", missing.id)
        .execute();
      return ask(fixture, "POST", `/api/admin/channel-stays/${missing.id}/decide`, {
        decision: "release",
        version: missing.version,
      });
    },
  },
  {
    route: "POST /api/admin/channel-conflicts/:conflictId/close",
    act: async (fixture) => {
      const [conflict] = (await ask(fixture, "GET", "/api/admin/channel-conflicts")).json;
      return ask(fixture, "POST", `/api/admin/channel-conflicts/${conflict.id}/close`, {
        reason: "Settled by telephone",
        version: conflict.version,
      });
    },
  },
  {
    route: "POST /api/admin/channel-reviews/:reviewId",
    act: async (fixture) => {
      const channel = await channelOf(fixture);
      const at = fixture.server.clock().toISOString();
      const review = { id: "review", channel_id: channel.id, stay_id: null, kind: "sudden-drop" as const };
      await fixture.db
        .insertInto("channel_review")
        .values({ ...review, question: "Many stays are missing. Is that right?", nights: "", opened_at: at })
        .execute();
      const [{ answers, version }] = (await ask(fixture, "GET", "/api/admin/channel-reviews")).json;
      const given = { answer: answers[0].answer, version };
      return ask(fixture, "POST", "/api/admin/channel-reviews/review", given);
    },
  },
  {
    route: "POST /api/admin/feeds",
    act: async (fixture) => ask(fixture, "POST", "/api/admin/feeds", { channel: (await channelOf(fixture)).id }),
  },
  simple(
    "POST /api/admin/feeds/:channel/rotate",
    { keepOldHours: 0 },
    async (fixture) => `/api/admin/feeds/${(await channelOf(fixture)).id}/rotate`,
  ),
  {
    route: "POST /api/admin/feeds/serve-again",
    act: async (fixture) => {
      const since = fixture.server.clock().toISOString();
      await fixture.db.insertInto("feed_hold").values({ id: 1, reason: "restored", since }).execute();
      return ask(fixture, "POST", "/api/admin/feeds/serve-again", { since });
    },
  },
  {
    route: "DELETE /api/admin/channels/:channelId",
    act: async (fixture) => {
      const { id, version } = await channelOf(fixture);
      return ask(fixture, "DELETE", `/api/admin/channels/${id}?stays=keep&version=${version}`);
    },
  },
];

const CONTENT: HostAct[] = [
  simple("PUT /api/admin/content/property", { name: "Kitul Hill House" }),
  {
    route: "PUT /api/admin/content/photos",
    act: async (fixture) => {
      const { photos } = (await ask(fixture, "GET", "/api/admin/content/property")).json;
      return ask(fixture, "PUT", "/api/admin/content/photos", photos.slice(1));
    },
  },
  {
    route: "PUT /api/admin/content/hero",
    act: async (fixture) => {
      const { hero } = (await ask(fixture, "GET", "/api/admin/content/property")).json;
      return ask(fixture, "PUT", "/api/admin/content/hero", { ...hero, title: "Up in the hills" });
    },
  },
  {
    route: "POST /api/admin/content/changes/:changeId/undo",
    act: async (fixture) => {
      const { changeId } = (await ask(fixture, "PUT", "/api/admin/content/property", { name: "Kitul Lodge" })).json;
      return ask(fixture, "POST", `/api/admin/content/changes/${changeId}/undo`);
    },
  },
  { route: "POST /api/admin/pictures", act: uploadPicture },
  {
    route: "PUT /api/admin/pictures/:pictureId",
    act: async (fixture) => {
      const [{ id }] = (await ask(fixture, "GET", "/api/admin/pictures")).json;
      return ask(fixture, "PUT", `/api/admin/pictures/${id}`, { alt: "The green gate" });
    },
  },
  {
    route: "POST /api/attraction-images",
    act: async (fixture) => {
      const [{ url: imageUrl }] = (await ask(fixture, "GET", "/api/admin/pictures")).json;
      return ask(fixture, "POST", "/api/attraction-images", { attractionName: "Temple", imageUrl });
    },
  },
  {
    route: "DELETE /api/attraction-images/:imageId",
    act: async (fixture) => {
      const [{ id }] = (await ask(fixture, "GET", "/api/attraction-images")).json;
      return ask(fixture, "DELETE", `/api/attraction-images/${id}`);
    },
  },
  {
    route: "POST /api/admin/ratings/:bookingId/publish",
    act: async (fixture) => {
      const { id } = (await bookStay(fixture.server, { checkInDate: "2026-11-22", checkOutDate: "2026-11-23" })).json;
      fixture.server.clock.set("2026-11-24T06:00:00Z");
      fixture.cookie = await fixture.server.signIn();
      const token = ratingToken(await ratingKey(fixture.db), { bookingId: id, linkGeneration: 1 });
      await fixture.server.send("PUT", `/api/ratings/${token}`, { stars: 5, words: "Mist" });
      return ask(fixture, "POST", `/api/admin/ratings/${id}/publish`, { published: true, words: "Mist" });
    },
  },
];

const THE_REST: HostAct[] = [
  {
    route: "PUT /api/admin/scheduled-messages/:messageId",
    act: async (fixture) => {
      const { id, version } = await messageOf(fixture);
      const { words } = (await ask(fixture, "GET", `/api/admin/scheduled-messages/${id}`)).json;
      return ask(fixture, "PUT", `/api/admin/scheduled-messages/${id}`, {
        version,
        ...words,
        body: `${words.body}\n\nBye`,
      });
    },
  },
  {
    route: "POST /api/admin/scheduled-messages/:messageId/skip",
    act: async (fixture) => {
      const { id, version } = await messageOf(fixture);
      return ask(fixture, "POST", `/api/admin/scheduled-messages/${id}/skip`, { version });
    },
  },
  {
    route: "POST /api/admin/scheduled-messages/:messageId/send-now",
    act: async (fixture) => {
      const { id, version } = await messageOf(fixture);
      return ask(fixture, "POST", `/api/admin/scheduled-messages/${id}/send-now`, { version });
    },
  },
  simple(
    "PUT /api/admin/message-templates/:type",
    { subject: "Gone", body: "Bye {guestName}", version: 0 },
    () => "/api/admin/message-templates/booking_cancelled",
  ),
  simple("DELETE /api/admin/message-templates/:type", undefined, async (fixture) => {
    const { templates } = (await ask(fixture, "GET", "/api/admin/messaging")).json;
    const { version } = templates.find(({ type }: { type: string }) => type === "booking_cancelled");
    return `/api/admin/message-templates/booking_cancelled?version=${version}`;
  }),
  {
    route: "PUT /api/admin/settings",
    act: async (fixture) => {
      const settings = (await ask(fixture, "GET", "/api/admin/settings")).json;
      return ask(fixture, "PUT", "/api/admin/settings", { ...settings, backupRetention: 31 });
    },
  },
  simple("POST /api/admin/backups"),
];

const ACCOUNT: HostAct[] = [
  { route: "POST /api/admin/auth/login", act: ({ server }) => server.send("POST", "/api/admin/auth/login", ADMIN) },
  {
    route: "POST /api/admin/auth/second-factor/enable",
    act: async (fixture) => {
      const begun = await ask(fixture, "POST", "/api/admin/auth/second-factor/begin", { password: ADMIN.password });
      secret = begun.json.secret;
      fixture.cookie = cookieOf(begun);
      const enabled = await ask(fixture, "POST", "/api/admin/auth/second-factor/enable", {
        code: codeOf(fixture, secret),
      });
      fixture.cookie = cookieOf(enabled);
      return enabled;
    },
  },
  {
    route: "POST /api/admin/auth/second-factor",
    act: async (fixture) => {
      fixture.server.clock.advance(30_000);
      const first = await fixture.server.send("POST", "/api/admin/auth/login", ADMIN);
      const code = codeOf(fixture, secret);
      return fixture.server.send("POST", "/api/admin/auth/second-factor", { code }, { cookie: cookieOf(first) });
    },
  },
  {
    route: "POST /api/admin/auth/second-factor/recovery-codes",
    act: async (fixture) => {
      const renewed = await ask(fixture, "POST", "/api/admin/auth/second-factor/recovery-codes", {
        password: ADMIN.password,
      });
      fixture.cookie = cookieOf(renewed);
      return renewed;
    },
  },
  {
    route: "POST /api/admin/auth/second-factor/disable",
    act: async (fixture) => {
      const done = await ask(fixture, "POST", "/api/admin/auth/second-factor/disable", { password: ADMIN.password });
      fixture.cookie = await fixture.server.signIn();
      return done;
    },
  },
  {
    route: "DELETE /api/admin/auth/sessions/:id",
    act: async (fixture) => {
      await fixture.server.signIn();
      const sessions = (await ask(fixture, "GET", "/api/admin/auth/sessions")).json;
      const other = sessions.find((one: { current: boolean }) => !one.current);
      return ask(fixture, "DELETE", `/api/admin/auth/sessions/${other.id}`);
    },
  },
  ...["POST /api/admin/auth/logout", "POST /api/auth/logout", "DELETE /api/admin/auth/sessions"].map((route) => ({
    route,
    act: async (fixture: Fixture) => {
      const [method = "", path = ""] = route.split(" ");
      const done = await ask(fixture, method, path);
      fixture.cookie = await fixture.server.signIn();
      return done;
    },
  })),
];

export const HOST_ACTS: HostAct[] = [...BOOKINGS, ...CHANNELS, ...CONTENT, ...THE_REST, ...ACCOUNT];

/** Includes calls that only may change something. */
export function isHostCall(route: string, access: string | undefined): boolean {
  if (route.startsWith("GET")) return false;
  return access === "admin" || / \/api\/(admin\/|auth\/log(in|out)$)/.test(route);
}

/** Calls with an unsafe HTTP method that are not logged, with the reason. */
export const NOT_LOGGED: Record<string, string> = {
  "POST /api/admin/content/preview": "only renders a preview",
  "POST /api/admin/channels/preview": "only shows the content of a link",
  "POST /api/admin/channels/:channelId/link/preview": "only shows the content of a link",
  "POST /api/objects/upload": "only issues an upload URL; recording the picture is logged",
  "PUT /api/uploads/:uploadId": "recording the picture is logged",
  "POST /api/admin/channels/sync": "each read and its cause are in the channel's run log",
  "POST /api/admin/channels/:channelId/sync": "each read and its cause are in the channel's run log",
  "POST /api/admin/messaging/test": "sends an email to the host, which the message list shows",
  "POST /api/admin/custom-messages/test": "sends a text to the host's own address, which the message list shows",
  "POST /api/admin/mail/test": "sends an email to the host and saves nothing",
  "POST /api/admin/push/test": "sends a notification to the host's own devices",
  "POST /api/admin/bookings/:bookingId/pictures":
    "deleted after two hours, unless a message in the conversation uses it",
  "POST /api/admin/bookings/:bookingId/messages": "the conversation keeps the text, the time and the account",
  "POST /api/admin/bookings/:bookingId/conversation/read": "only the host's own count of unread messages",
  "POST /api/admin/auth/second-factor/begin": "proposes a secret that is not active yet",
  "POST /api/admin/auth/passkeys/options": "a challenge; adding the passkey is logged",
  "POST /api/admin/auth/passkey/sign-in/options": "a challenge; the sign-in is logged",
  "POST /api/admin/auth/confirm/options": "a challenge",
  "POST /api/admin/auth/confirm": "confirms the host's identity; the call that needed this is logged",
  "POST /api/admin/auth/link": "sends a link",
  "POST /api/admin/auth/setup/state": "only says whether a link works",
  "POST /api/admin/auth/invitation/state": "the same",
};

/** Calls that a proof cannot make together with the others, with the reason. */
export const NOT_CALLED: Record<string, string> = {
  "POST /api/auth/login": "only a demo's automatic sign-in, which belongs to no host",
  "POST /api/admin/auth/setup": "needs an installation without a host",
  "PUT /api/admin/import": "replaces the database, the log included",
};
