import { connectChannel, listChannelStays, listConflicts } from "#contract/channels.ts";
import type { CustomMessageInput } from "#contract/custom-messages.ts";
import { readQuickReplies } from "#contract/conversation.ts";
import { bookingDetail, listBookings } from "#contract/admin-bookings.ts";
import { openFeed } from "#contract/feeds.ts";
import { readPrices } from "#contract/prices.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { amountString, centsOf } from "#domain/money/currency.ts";
import { type PriceDocument, EVERY_WEEKDAY } from "#domain/pricing/price-document.ts";
import { SAMPLE_CALENDARS } from "./sample-calendars.ts";

/** An API call by the host. A response that is not OK is treated as a bug, because the demo's data is our own. */
export type HostCall = (method: "GET" | "POST" | "PUT", url: string, body?: object) => Promise<unknown>;

/** Does, through the API, what a host would have done in the portal before a visitor opens the demo. */
export async function fillPortal(call: HostCall, today: LocalDate): Promise<void> {
  await connectPlatforms(call);
  await nameImportedStays(call);
  await settleConflict(call);
  await setPrices(call);
  await describeCottage(call);
  await planDays(call, today);
  await writeWords(call);
  await takeMoney(call);
}

async function connectPlatforms(call: HostCall): Promise<void> {
  for (const [platform, { url }] of Object.entries(SAMPLE_CALENDARS)) {
    const { id } = connectChannel.response.parse(await call("POST", "/api/admin/channels", { platform, url }));
    const { feeds } = openFeed.response.parse(await call("POST", "/api/admin/feeds", { channel: id }));
    const ours = feeds.find(({ channel }) => channel === id);
    // The platform reads our calendar too.
    if (ours) await call("GET", ours.path);
  }
}

const NAMES = [
  ["Hannah Fischer", "+43 555 0120", "412.00"],
  ["Oliver Bennett", "+61 555 0117", "540.00"],
  ["Mei Ling Tan", "+65 555 0115", "385.50"],
] as const;

/** Airbnb's calendar contains no names; the host has entered some, with phone numbers and amounts. */
async function nameImportedStays(call: HostCall): Promise<void> {
  const stays = listChannelStays.response.parse(await call("GET", "/api/admin/channel-stays"));
  const nameless = stays.filter(
    ({ kind, platform, guestName }) => kind === "reservation" && platform === "airbnb" && guestName === "",
  );
  for (const [place, [guestName, guestPhone, amount]] of NAMES.entries()) {
    const stay = nameless[place];
    if (!stay) continue;
    const { id, hostOverride, notes, version } = stay;
    const body = { hostOverride, guestName, guestPhone, amount, notes, bookingId: null, version };
    await call("PUT", `/api/admin/channel-stays/${id}`, body);
  }
}

async function settleConflict(call: HostCall): Promise<void> {
  const [first] = listConflicts.response.parse(await call("GET", "/api/admin/channel-conflicts"));
  const reason = "The Airbnb guest agreed to come a week later. Airbnb has moved the stay at no cost.";
  if (!first) return;
  const { id, version } = first;
  await call("POST", `/api/admin/channel-conflicts/${id}/close`, { reason, version });
}

const INHERITED = { weekendPriceCents: null, minimumNights: null, changeoverDays: null };
const SEASONS: PriceDocument["seasons"] = [
  { name: "Christmas and New Year", from: "12-20", to: "01-05", ...INHERITED, priceCents: 21_000, minimumNights: 3 },
  { name: "Esala Perahera", from: "07-25", to: "08-20", ...INHERITED, priceCents: 19_000, minimumNights: 2 },
  { name: "Green season", from: "05-01", to: "06-30", ...INHERITED, priceCents: 12_000 },
];
async function setPrices(call: HostCall): Promise<void> {
  const { prices, version } = readPrices.response.parse(await call("GET", "/api/admin/prices"));
  const changed = {
    ...prices,
    everyNight: { ...prices.everyNight, weekendPriceCents: 16_500, changeoverDays: [...EVERY_WEEKDAY] },
    seasons: SEASONS,
    longerStays: [
      { nights: 7, percent: 1000 },
      { nights: 28, percent: 2500 },
    ],
    earlyBird: { days: 120, percent: 500 },
  };
  await call("PUT", "/api/admin/prices", { prices: changed, version, confirmed: true });
  await call("PUT", "/api/admin/prices/codes/RETURN10", {
    discount: { percent: 1000 },
    arrivalFrom: null,
    arrivalUntil: null,
    bookUntil: null,
    minimumNights: 2,
    maximumUses: 50,
  });
}

/**
 * Fills in what is empty in a new installation: the host's profile, the cottage's size and beds, and the benefits of
 * booking direct.
 */
async function describeCottage(call: HostCall): Promise<void> {
  const host = {
    name: "Nimal",
    photoUrl: "",
    about: "I grew up in this valley and live ten minutes down the road. Ask me about trains, temples and birds.",
    languages: "English, Sinhala and some German",
    answerTime: "within an hour, from 7 AM to 9 PM",
    registration: "",
  };
  const bedrooms = [
    { name: "Main bedroom", beds: [{ kind: "Queen bed", count: 1 }] },
    { name: "Twin bedroom", beds: [{ kind: "Single bed", count: 2 }] },
    { name: "Bedroom under the roof", beds: [{ kind: "Double bed", count: 1 }] },
  ];
  const advantages = ["Breakfast on your first morning", "Check-out at 1 PM if nobody arrives that day"];
  const content = { host, rooms: { sizeM2: 120, bedrooms }, offer: { payNote: "", advantages } };
  await call("PUT", "/api/admin/content/property", content);
}

/** Counted from today: after all the demo's stays, and before the nights that Booking.com has closed. */
const BLOCKED_FROM_DAYS = 132;

async function planDays(call: HostCall, today: LocalDate): Promise<void> {
  const startsOn = addDays(today, BLOCKED_FROM_DAYS);
  const block = { startsOn, endsOn: addDays(startsOn, 4), reason: "The veranda roof is being repaired" };
  await call("POST", "/api/admin/blocks", block);
  const notes: [number, string][] = [
    [0, "The gas bottle will be changed between 11 and 12."],
    [2, "Gardener from 8 to 10."],
    [9, "Poya day: no alcohol is sold in town."],
  ];
  for (const [days, text] of notes)
    await call("PUT", `/api/admin/day-notes/${addDays(today, days)}`, { text, seen: "" });
  await call("POST", "/api/admin/cleaning/link", { seen: null });
  const note = "The key is in the box at the gate. Clean towels are in the cupboard upstairs.";
  await call("PUT", "/api/admin/cleaning", { note, email: "", seen: { note: "", email: "" } });
}

const WHAT_TO_PACK: CustomMessageInput = {
  title: "What to pack",
  timing: { event: "check-in", side: "before", unit: "days", amount: 7, time: "10:00" },
  on: true,
  texts: {
    en: {
      subject: "A week until your stay: what to pack",
      body: "Hello {guestFirstName},\n\nEvenings on the hill are cool: bring a jumper and shoes for the garden path. Towels, mosquito nets and umbrellas are here.\n\nSee you soon,\nNimal",
    },
  },
};

async function writeWords(call: HostCall): Promise<void> {
  const { version } = readQuickReplies.response.parse(await call("GET", "/api/admin/quick-replies"));
  const replies = [
    {
      title: "Late arrival",
      text: "No problem at all. The key is in the box at the gate, and the light by the path stays on.",
    },
    {
      title: "Taxi from the station",
      text: "We can send Sunil to Kandy station. He'll wait at the main exit with a sign; it costs 1,500 rupees.",
    },
    {
      title: "Breakfast",
      text: "Breakfast is usually at 8. Tell us the evening before if you'd like it earlier, or vegetarian.",
    },
  ];
  await call("PUT", "/api/admin/quick-replies", { version, replies });
  await call("POST", "/api/admin/custom-messages", WHAT_TO_PACK);
}

/** Records guests' bank transfers, in full or in part, and one discount. */
async function takeMoney(call: HostCall): Promise<void> {
  const coming = listBookings.response
    .parse(await call("GET", "/api/admin/bookings"))
    .filter(({ status, source }) => source === "direct" && (status === "confirmed" || status === "upcoming"))
    .toSorted((a, b) => a.checkInDate.localeCompare(b.checkInDate));
  // The first booking is paid in full; half of the second is paid.
  for (const parts of [1, 2]) {
    const booking = coming[parts - 1];
    if (!booking) continue;
    const { version, totalAmount, currency, today } = bookingDetail.response.parse(
      await call("GET", `/api/admin/bookings/${booking.id}`),
    );
    const amount = amountString(Math.floor(centsOf(totalAmount) / parts), currency);
    const payment = { version, kind: "payment", amount, method: "bank-transfer", paidOn: today };
    await call("POST", `/api/admin/bookings/${booking.id}/payments`, payment);
  }
  const agreed = coming[2];
  if (!agreed) return;
  const { version } = bookingDetail.response.parse(await call("GET", `/api/admin/bookings/${agreed.id}`));
  const adjustment = { version, kind: "discount", amount: "30", label: "Returning guests" };
  await call("POST", `/api/admin/bookings/${agreed.id}/adjustments`, adjustment);
}
