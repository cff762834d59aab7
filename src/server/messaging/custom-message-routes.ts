import {
  addCustomMessage,
  deleteCustomMessage,
  listCustomMessages,
  readMessageFields,
  saveCustomMessage,
  testCustomMessage,
  TOO_MANY_CUSTOM,
} from "#contract/custom-messages.ts";
import { CUSTOM_FIELDS } from "#domain/messaging/custom-message.ts";
import { fill, plainText } from "#domain/messaging/template.ts";
import { NO_CONTACT_EMAIL } from "#contract/messaging.ts";
import { byLanguage, type Language } from "#domain/language/language.ts";
import { actorOf } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { keyReused, notFound, Problem } from "../http/problem.ts";
import { randomId } from "../runtime/ids.ts";
import { type ComposeNeeds, fieldValues } from "./compose.ts";
import { customMessages } from "./custom-message-queries.ts";
import { previewBookings } from "./preview-booking-queries.ts";
import { addMessages } from "./queue-queries.ts";
import type { MessagingRouteNeeds } from "./routes.ts";
import { sampleValues } from "./sample-stay.ts";
import { addCustom, type CustomNeeds, deleteCustom, saveCustom } from "./save-custom-message.ts";

type Needs = CustomNeeds & Pick<MessagingRouteNeeds, "composing" | "prices" | "deliveryStatus" | "testEmailTo">;

export function mountCustomMessages(mount: Mount, needs: Needs): void {
  const { database, clock, composing } = needs;
  const { db } = database;
  const stored = async (id: string) => {
    const message = (await customMessages(db)).find((one) => one.id === id);
    return message ? { message } : gone();
  };

  mount(listCustomMessages, async () => {
    const { timeZone, checkInFrom, checkOutBy } = await composing.property();
    const [messages, bookings] = await Promise.all([customMessages(db), previewBookings(db, clock(), timeZone)]);
    return { messages, bookings, fields: { ...CUSTOM_FIELDS }, hours: { timeZone, checkInFrom, checkOutBy } };
  });

  mount(addCustomMessage, async ({ body }, call) => {
    const key = call.idempotencyKey;
    const submit = key === null ? null : { key, call: addCustomMessage.path, body };
    const result = await addCustom(needs, body, { actor: await actorOf(call), submit });
    return result.ok ? stored(result.custom.id) : refusalOf(result.reason);
  });

  mount(saveCustomMessage, async ({ params, body }, call) => {
    const seen = { id: params.customId, version: body.version, actor: await actorOf(call) };
    const result = await saveCustom(needs, seen, body.message);
    return result.ok ? stored(result.custom.id) : refusalOf(result.reason);
  });

  mount(deleteCustomMessage, async ({ params, query }, call) => {
    const seen = { id: params.customId, version: query.version, actor: await actorOf(call) };
    const result = await deleteCustom(needs, seen);
    return result.ok ? null : refusalOf(result.reason);
  });

  mount(readMessageFields, async ({ params }) => {
    const booking = await composing.stay(params.bookingId);
    if (!booking) return notFound("This booking does not exist.");
    const property = await composing.property();
    const links = await linksOf(composing, booking.id, booking.language);
    const known = { ...booking, balance: await composing.balance(booking) };
    return { values: byLanguage((language) => fieldValues({ ...known, language }, property, links, clock())) };
  });

  /** Sends the message to the host as the guest would get it, but without working links to the guest's pages. */
  mount(testCustomMessage, async ({ body: { words, language, bookingId } }, call) => {
    const { email } = await needs.deliveryStatus();
    if (email.problem) return new Problem(409, email.problem);
    const values = await valuesFor(needs, bookingId, language);
    if (!values) return notFound("This booking does not exist.");
    const content = fill(words, values);
    const at = clock();
    const { name } = await composing.property();
    const address = await needs.testEmailTo(call);
    if (!address) return new Problem(409, NO_CONTACT_EMAIL);
    const body = plainText(content).trim();
    const key = `test/${randomId()}`;
    // The test message is stored with its booking, so that it is erased together with the guest.
    const row = { key, bookingId, type: "test", channel: "email", due: at, at } as const;
    const to = { name, address };
    await db
      .transaction()
      .execute((trx) => addMessages(trx, [{ ...row, subject: content.subject, body, language, to }]));
    return { to: address };
  });
}

async function valuesFor({ composing, prices, clock }: Needs, bookingId: string | null, language: Language) {
  const { linkBase } = composing;
  const property = await composing.property();
  if (bookingId === null) return sampleValues({ property, prices: await prices(), linkBase }, clock(), language);
  const booking = await composing.stay(bookingId);
  if (!booking) return null;
  const balance = await composing.balance(booking);
  const links = await linksOf(composing, booking.id, language);
  return fieldValues({ ...booking, language, balance }, property, links, clock());
}

async function linksOf({ stayLink, ratingLink }: ComposeNeeds, bookingId: string, language: Language) {
  return { booking: await stayLink(bookingId, "email", language), rating: await ratingLink(bookingId, language) };
}

const gone = () => notFound("This message does not exist. Someone may have deleted it.");

function refusalOf(reason: "too-many" | "unknown" | "stale" | "key-reused"): Problem {
  switch (reason) {
    case "too-many":
      return new Problem(409, TOO_MANY_CUSTOM);
    case "unknown":
      return gone();
    case "stale":
      return new Problem(409, "This message has changed in the meantime. Check what is saved now, then try again.");
    case "key-reused":
      return keyReused();
  }
}
