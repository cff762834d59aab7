/** Every call by which a host changes something, carried out once for real: for what must hold of each of them. */
import { Secret, TOTP } from "otpauth";
import sharp from "sharp";
import { connectDatabase, type Db } from "#server/database/connect.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { bookStay, GUEST } from "#server/testing/given.ts";
import { AIRBNB, airbnbStay, calendarOf, type Platforms } from "#server/testing/platforms.ts";
import { ratingToken } from "#server/ratings/rating-link.ts";
import { createRatingStore } from "#server/ratings/store.ts";
import { ADMIN, cookieOf, type Sent, type TestApp } from "#server/testing/test-app.ts";

export type House = { server: TestApp; platforms: Platforms; cookie: string; db: Db; close: () => Promise<void> };
export type HostAct = { route: string; act: (house: House) => Promise<Sent> };

export async function openHouse(server: TestApp, platforms: Platforms): Promise<House> {
  const { db, close } = connectDatabase(server.sameDatabase, createLogger("silent"));
  return { server, platforms, cookie: await server.signIn(), db, close };
}

const ask = ({ server, cookie }: House, method: string, path: string, body?: unknown) =>
  server.send(method, path, body, { cookie });
/** The act of a route whose path has no parameters, or of which `path` gives them. */
function simple(
  route: string,
  body?: object | (() => object),
  path?: (house: House) => Promise<string> | string,
): HostAct {
  const [method = "", own = ""] = route.split(" ");
  return {
    route,
    act: async (house) =>
      ask(house, method, path ? await path(house) : own, typeof body === "function" ? body() : body),
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
/** A fresh booking of the host's, and what is done to it. */
function withBooking(route: string, body: (version: number) => object, before: string[] = []): HostAct {
  const [method = "", own = ""] = route.split(" ");
  return {
    route,
    act: async (house) => {
      const entered = await ask(house, "POST", "/api/admin/bookings", {
        ...GUEST,
        ...stay(),
        guestCount: 2,
        status: "confirmed",
      });
      const path = (what: string) => what.replace(":bookingId", entered.json.id);
      let version = 1;
      for (const step of before) {
        await ask(house, "POST", path("/api/admin/bookings/:bookingId/status"), { version, status: step });
        version += 1;
      }
      return ask(house, method, path(own), body(version));
    },
  };
}
const codeOf = (house: House, secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({
    timestamp: house.server.clock().getTime(),
  });
let secret = "";
const site = "www.airbnb.com";
const url = `https://${site}/calendar/ical/4711.ics?s=0123456789abcdef0123456789abcdef`;
const platformShows = ({ platforms }: House, stays: [string, string, string][]) =>
  platforms.replies.set(site, {
    body: calendarOf(
      AIRBNB,
      stays.map((one) => airbnbStay(...one)),
    ),
  });
const channelOf = async (house: House) => (await ask(house, "GET", "/api/admin/channels")).json.channels[0];
const messageOf = async (house: House) =>
  (await ask(house, "GET", "/api/admin/scheduled-messages")).json.find(
    (one: { status: string; bookingId: string | null; messageType: string }) =>
      one.status === "pending" && one.bookingId !== null,
  );

async function uploadPicture(house: House) {
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#355" } })
    .jpeg()
    .toBuffer();
  const { uploadURL } = (await ask(house, "POST", "/api/objects/upload", {})).json;
  const headers = { "content-type": "image/jpeg", cookie: house.cookie };
  await fetch(house.server.url + uploadURL, { method: "PUT", body: new Uint8Array(bytes), headers });
  return ask(house, "POST", "/api/admin/pictures", { uploadURL, alt: "The gate" });
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
    act: async (house) => {
      const { id, booking_id } = await house.db.selectFrom("payment").selectAll().executeTakeFirstOrThrow();
      return ask(house, "DELETE", `/api/admin/bookings/${booking_id}/payments/${id}?version=2`);
    },
  },
  withBooking("PUT /api/admin/bookings/:bookingId/guest", (version) => ({ version, ...GUEST, name: "Bea Silva" })),
  {
    route: "POST /api/admin/bookings/:bookingId/erase-guest",
    act: async (house) => {
      const { json } = await ask(house, "POST", "/api/admin/bookings", {
        ...GUEST,
        email: "gone@example.com",
        ...stay(),
        guestCount: 1,
        status: "confirmed",
      });
      const order = { version: 1, waiveFee: true, expectedFee: "0.00" };
      await ask(house, "POST", `/api/admin/bookings/${json.id}/cancel`, order);
      return ask(house, "POST", `/api/admin/bookings/${json.id}/erase-guest`, { reference: json.reference });
    },
  },
  simple("POST /api/admin/blocks", () => {
    const { checkInDate: startsOn, checkOutDate: endsOn } = stay();
    return { startsOn, endsOn, reason: "Painting" };
  }),
  {
    route: "PUT /api/admin/blocks/:blockId",
    act: async (house) => {
      const { id, version } = await newest(house.db, "owner_block");
      const { checkInDate: startsOn, checkOutDate: endsOn } = stay();
      return ask(house, "PUT", `/api/admin/blocks/${id}`, { startsOn, endsOn, reason: "Roof", version });
    },
  },
  {
    route: "DELETE /api/admin/blocks/:blockId",
    act: async (house) => {
      const { id, version } = await newest(house.db, "owner_block");
      return ask(house, "DELETE", `/api/admin/blocks/${id}?version=${version}`);
    },
  },
];

const CHANNELS: HostAct[] = [
  {
    route: "POST /api/admin/channels",
    act: async (house) => {
      // One stay lies over a booking of ours: there will be a conflict to close.
      const over = stay();
      await ask(house, "POST", "/api/admin/bookings", { ...GUEST, ...over, guestCount: 2, status: "confirmed" });
      platformShows(house, [
        ["HMAAAAAAA1", "2027-09-10", "2027-09-13"],
        ["HMAAAAAAA2", over.checkInDate, over.checkOutDate],
        ["HMAAAAAAA3", "2027-10-10", "2027-10-13"],
      ]);
      return ask(house, "POST", "/api/admin/channels", { platform: "airbnb", url });
    },
  },
  simple("PUT /api/admin/channels/rules", { pollMinutes: 20, whenSilent: "sell", forgetAfterDays: 90 }),
  {
    route: "PUT /api/admin/channels/:channelId",
    act: async (house) => {
      const { id, version, mode } = await channelOf(house);
      return ask(house, "PUT", `/api/admin/channels/${id}`, { name: "Our Airbnb", mode, paused: false, version });
    },
  },
  {
    route: "PUT /api/admin/channel-stays/:stayId",
    act: async (house) => {
      const { id, version } = (await ask(house, "GET", "/api/admin/channel-stays")).json[0];
      const words = { verdict: null, guestName: "Carl", guestPhone: "", amount: "10.00", notes: "", bookingId: null };
      return ask(house, "PUT", `/api/admin/channel-stays/${id}`, { ...words, version });
    },
  },
  {
    route: "POST /api/admin/channel-stays/:stayId/decide",
    act: async (house) => {
      const stays = (await ask(house, "GET", "/api/admin/channel-stays")).json;
      const missing = stays.find((one: { code: string }) => one.code === "HMAAAAAAA3");
      const at = house.server.clock().toISOString();
      await house.db
        .updateTable("channel_stay")
        .set({ state: "missing", missing_since: at })
        .where("id", "=", missing.id)
        .execute();
      return ask(house, "POST", `/api/admin/channel-stays/${missing.id}/decide`, {
        decision: "release",
        version: missing.version,
      });
    },
  },
  {
    route: "POST /api/admin/channel-conflicts/:conflictId/close",
    act: async (house) => {
      const [conflict] = (await ask(house, "GET", "/api/admin/channel-conflicts")).json;
      return ask(house, "POST", `/api/admin/channel-conflicts/${conflict.id}/close`, {
        reason: "Settled by telephone",
      });
    },
  },
  {
    route: "POST /api/admin/channel-reviews/:reviewId",
    act: async (house) => {
      const channel = await channelOf(house);
      const at = house.server.clock().toISOString();
      const review = { id: "review", channel_id: channel.id, stay_id: null, kind: "sudden-drop" as const };
      await house.db
        .insertInto("channel_review")
        .values({ ...review, question: "Many stays are missing. Is that right?", nights: "", opened_at: at })
        .execute();
      const [{ answers }] = (await ask(house, "GET", "/api/admin/channel-reviews")).json;
      return ask(house, "POST", "/api/admin/channel-reviews/review", { answer: answers[0].answer });
    },
  },
  {
    route: "POST /api/admin/feeds",
    act: async (house) => ask(house, "POST", "/api/admin/feeds", { channel: (await channelOf(house)).id }),
  },
  simple(
    "POST /api/admin/feeds/:channel/rotate",
    { keepOldHours: 0 },
    async (house) => `/api/admin/feeds/${(await channelOf(house)).id}/rotate`,
  ),
  {
    route: "POST /api/admin/feeds/serve-again",
    act: async (house) => {
      const since = house.server.clock().toISOString();
      await house.db.insertInto("feed_hold").values({ id: 1, reason: "restored", since }).execute();
      return ask(house, "POST", "/api/admin/feeds/serve-again", {});
    },
  },
  {
    route: "DELETE /api/admin/channels/:channelId",
    act: async (house) => {
      const { id, version } = await channelOf(house);
      return ask(house, "DELETE", `/api/admin/channels/${id}?stays=keep&version=${version}`);
    },
  },
];

const CONTENT: HostAct[] = [
  simple("PUT /api/admin/content/property", { name: "Kitul Hill House" }),
  {
    route: "PUT /api/admin/content/photos",
    act: async (house) => {
      const { photos } = (await ask(house, "GET", "/api/admin/content/property")).json;
      return ask(house, "PUT", "/api/admin/content/photos", photos.slice(1));
    },
  },
  {
    route: "PUT /api/admin/content/hero",
    act: async (house) => {
      const { hero } = (await ask(house, "GET", "/api/admin/content/property")).json;
      return ask(house, "PUT", "/api/admin/content/hero", { ...hero, title: "Up in the hills" });
    },
  },
  {
    route: "POST /api/admin/content/changes/:changeId/undo",
    act: async (house) => {
      const { changeId } = (await ask(house, "PUT", "/api/admin/content/property", { name: "Kitul Lodge" })).json;
      return ask(house, "POST", `/api/admin/content/changes/${changeId}/undo`);
    },
  },
  { route: "POST /api/admin/pictures", act: uploadPicture },
  {
    route: "PUT /api/admin/pictures/:pictureId",
    act: async (house) => {
      const [{ id }] = (await ask(house, "GET", "/api/admin/pictures")).json;
      return ask(house, "PUT", `/api/admin/pictures/${id}`, { alt: "The green gate" });
    },
  },
  {
    route: "POST /api/attraction-images",
    act: async (house) => {
      const [{ url: imageUrl }] = (await ask(house, "GET", "/api/admin/pictures")).json;
      return ask(house, "POST", "/api/attraction-images", { attractionName: "Temple", imageUrl });
    },
  },
  {
    route: "DELETE /api/attraction-images/:imageId",
    act: async (house) => {
      const [{ id }] = (await ask(house, "GET", "/api/attraction-images")).json;
      return ask(house, "DELETE", `/api/attraction-images/${id}`);
    },
  },
  {
    route: "POST /api/admin/ratings/:bookingId/publish",
    act: async (house) => {
      const { id } = (await bookStay(house.server, { checkInDate: "2026-11-22", checkOutDate: "2026-11-23" })).json;
      house.server.clock.set("2026-11-24T06:00:00Z");
      house.cookie = await house.server.signIn();
      const token = ratingToken(await createRatingStore(house.db).key(), id);
      await house.server.send("PUT", `/api/ratings/${token}`, { stars: 5, words: "Mist" });
      return ask(house, "POST", `/api/admin/ratings/${id}/publish`, { published: true, words: "Mist" });
    },
  },
];

const THE_REST: HostAct[] = [
  {
    route: "PUT /api/admin/scheduled-messages/:messageId",
    act: async (house) => {
      const { id, version } = await messageOf(house);
      const { words } = (await ask(house, "GET", `/api/admin/scheduled-messages/${id}`)).json;
      return ask(house, "PUT", `/api/admin/scheduled-messages/${id}`, {
        version,
        ...words,
        body: `${words.body}\n\nBye`,
      });
    },
  },
  {
    route: "POST /api/admin/scheduled-messages/:messageId/skip",
    act: async (house) => {
      const { id, version } = await messageOf(house);
      return ask(house, "POST", `/api/admin/scheduled-messages/${id}/skip`, { version });
    },
  },
  {
    route: "POST /api/admin/scheduled-messages/:messageId/send-now",
    act: async (house) => {
      const { id, version } = await messageOf(house);
      return ask(house, "POST", `/api/admin/scheduled-messages/${id}/send-now`, { version });
    },
  },
  simple(
    "PUT /api/admin/message-templates/:type",
    { subject: "Gone", body: "Bye {guestName}", version: 0 },
    () => "/api/admin/message-templates/booking_cancelled",
  ),
  simple(
    "DELETE /api/admin/message-templates/:type",
    undefined,
    () => "/api/admin/message-templates/booking_cancelled?version=1",
  ),
  {
    route: "PUT /api/admin/settings",
    act: async (house) => {
      const settings = (await ask(house, "GET", "/api/admin/settings")).json;
      return ask(house, "PUT", "/api/admin/settings", { ...settings, backupRetention: 31 });
    },
  },
  simple("POST /api/admin/backups"),
];

const ACCOUNT: HostAct[] = [
  { route: "POST /api/admin/auth/login", act: ({ server }) => server.send("POST", "/api/admin/auth/login", ADMIN) },
  {
    route: "POST /api/admin/auth/second-factor/enable",
    act: async (house) => {
      const begun = await ask(house, "POST", "/api/admin/auth/second-factor/begin", { password: ADMIN.password });
      secret = begun.json.secret;
      house.cookie = cookieOf(begun);
      const enabled = await ask(house, "POST", "/api/admin/auth/second-factor/enable", { code: codeOf(house, secret) });
      house.cookie = cookieOf(enabled);
      return enabled;
    },
  },
  {
    route: "POST /api/admin/auth/second-factor",
    act: async (house) => {
      house.server.clock.advance(30_000);
      const first = await house.server.send("POST", "/api/admin/auth/login", ADMIN);
      const code = codeOf(house, secret);
      return house.server.send("POST", "/api/admin/auth/second-factor", { code }, { cookie: cookieOf(first) });
    },
  },
  {
    route: "POST /api/admin/auth/second-factor/recovery-codes",
    act: async (house) => {
      const renewed = await ask(house, "POST", "/api/admin/auth/second-factor/recovery-codes", {
        password: ADMIN.password,
      });
      house.cookie = cookieOf(renewed);
      return renewed;
    },
  },
  {
    route: "POST /api/admin/auth/second-factor/disable",
    act: async (house) => {
      const done = await ask(house, "POST", "/api/admin/auth/second-factor/disable", { password: ADMIN.password });
      house.cookie = await house.server.signIn();
      return done;
    },
  },
  {
    route: "DELETE /api/admin/auth/sessions/:id",
    act: async (house) => {
      await house.server.signIn();
      const sessions = (await ask(house, "GET", "/api/admin/auth/sessions")).json;
      const other = sessions.find((one: { current: boolean }) => !one.current);
      return ask(house, "DELETE", `/api/admin/auth/sessions/${other.id}`);
    },
  },
  ...["POST /api/admin/auth/logout", "POST /api/auth/logout", "DELETE /api/admin/auth/sessions"].map((route) => ({
    route,
    act: async (house: House) => {
      const [method = "", path = ""] = route.split(" ");
      const done = await ask(house, method, path);
      house.cookie = await house.server.signIn();
      return done;
    },
  })),
];

export const HOST_ACTS: HostAct[] = [...BOOKINGS, ...CHANNELS, ...CONTENT, ...THE_REST, ...ACCOUNT];

/** Unsafe calls of a host that leave nothing to be told of, and why. */
export const NOTHING_TO_TELL: Record<string, string> = {
  "POST /api/admin/content/preview": "shows a text",
  "POST /api/admin/channels/preview": "shows what a link holds",
  "POST /api/objects/upload": "gives an address; the picture is told of when it is recorded",
  "PUT /api/uploads/:uploadId": "the same",
  "POST /api/admin/channels/sync": "reads calendars; each reading is kept, with its cause, among the channel's runs",
  "POST /api/admin/channels/:channelId/sync": "the same",
  "POST /api/admin/messaging/test": "sends a letter to the host; it stands among the messages",
  "POST /api/admin/auth/second-factor/begin": "proposes a secret that does not count yet",
};
