import { ARRIVAL_NOTES_DAYS_BEFORE, type ArrivalAccess, arrivalAccess } from "#domain/booking/arrival.ts";
import type { StoredBooking } from "#domain/booking/booking.ts";
import { cancellationFee } from "#domain/booking/cancellation.ts";
import { nightCount } from "#domain/booking/stay.ts";
import { isVerified } from "#domain/booking/verified.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { momentOf } from "#domain/calendar/time-zone.ts";
import { isPlainName } from "#domain/guests/plain-name.ts";
import { isAfterStay, textFor } from "#domain/messaging/custom-message.ts";
import { CUSTOM_TYPE, hasFields, type MessageType, type TemplateType } from "#domain/messaging/message.ts";
import {
  type FieldValue,
  type FieldValues,
  fill,
  type MessageContent,
  contentOf,
  oneLine,
  type Template,
} from "#domain/messaging/template.ts";
import {
  WHATSAPP_TEXTS,
  whatsappPlaces,
  whatsappText,
  type WhatsappType,
} from "#domain/messaging/whatsapp-template.ts";
import { GUEST_ACT_TOPIC } from "#domain/messaging/guest-act-topic.ts";
import { HOST_EVENTS, type PushDetail, pushText } from "#domain/messaging/host-event.ts";
import { isSameStay, type KnownStay } from "#domain/messaging/known-stay.ts";
import type { Cents } from "#domain/money/money.ts";
import { DEFAULT_LANGUAGE, type Language } from "#domain/language/language.ts";
import type { EmailTexts } from "#texts/en/emails.ts";
import { textsIn } from "#texts/server-texts.ts";
import type { CustomMessage } from "./custom-message-queries.ts";
import type { ClaimedMessage, HostText, House, NotSendable, Outgoing, WhatsappTemplate } from "./ports.ts";

export type ComposeNeeds = {
  /** Where links of this site begin; null where nobody has said it, and messages have none. */
  linkBase: string | null;
  house: () => Promise<House>;
  stay: (bookingId: string) => Promise<StoredBooking | null>;
  whatsappOf: (bookingId: string) => Promise<string | null>;
  template: (type: TemplateType, language: Language) => Promise<Template>;
  /** One of the host's own messages, also one that was deleted since it was sent. */
  custom: (id: string) => Promise<Pick<CustomMessage, "timing" | "texts"> | null>;
  /** The guest's own page, as an address. */
  stayLink: (bookingId: string) => Promise<string | null>;
  ratingLink: (bookingId: string, language: Language) => Promise<string | null>;
  /** A telephone number as E.164; null for one that cannot be dialled as it was typed. */
  dialled: (phone: string) => Promise<string | null>;
  /** How much a device of the host's shows; null when it is gone. */
  pushDetail: (deviceId: string) => Promise<PushDetail | null>;
  /** Whether a host is still there and still uses this address. */
  stillReads: (adminId: string, address: string | null) => Promise<boolean>;
  /** Whether the cleaner still wants emails at this address. */
  cleanerReads: (address: string) => Promise<boolean>;
  /** Where guest or host reply to an email about a stay; null where replies go to mailboxes of people. */
  replyAddress: (bookingId: string, author: "guest" | "host", recipient: string) => Promise<string | null>;
  invitation: (booking: StoredBooking, house: House, method: "PUBLISH" | "CANCEL", at: Date) => Promise<string>;
};

/** Makes a message as its reader gets it now, or says why it is not sent. */
export async function compose(needs: ComposeNeeds, message: ClaimedMessage, now: Date): Promise<Composed> {
  const house = await needs.house();
  const booking = message.bookingId ? await needs.stay(message.bookingId) : null;
  // The host's own copy, whatever booking it is filled in with.
  const isTest = message.type === "test";
  // Only who has shown that an address is theirs writes into a conversation from it.
  const own =
    booking && !isTest && isVerified(booking)
      ? await needs.replyAddress(booking.id, "guest", booking.guest.email)
      : null;
  const replyTo = { name: house.name, address: own ?? house.forGuests.email };
  const common = { id: message.id, type: message.type, cottage: house.name, replyTo };
  // What asks for a proof has no booking yet.
  const unverified = booking && !isTest ? !isVerified(booking) : message.type === "guest_note";
  const plain = {
    ...common,
    unverified,
    invitation: null,
    card: null,
    whatsapp: [],
    words: null,
    rewritten: false,
    unsubscribable: false,
    push: null,
  };
  if (message.channel === "push") return notificationOf(needs, message, plain);
  const { type } = message;
  if (!hasFields(type)) {
    if (message.channel === "whatsapp") return noticeByWhatsapp(needs, message, house, plain);
    const sentTo = booking && type === "guest_note" ? presentAddress(message, booking) : message.to;
    const to = sentTo ? { ...sentTo, name: plainOrNone(sentTo.name) } : { name: house.name, address: house.host.email };
    if (!to.address)
      return type === "guest_note" ? impossible("There is no email address to send it to.") : NO_HOST_ADDRESS;
    if (!(await isStillWanted(needs, message))) {
      return { problem: "Not sent: nobody who may read it uses this address now.", needless: true };
    }
    const lines = (message.body ?? "").split("\n\n");
    const link = booking ? await presentLink(needs, message, booking) : message.link;
    const content = contentOf(message.subject ?? "", lines, absolute(needs, link));
    const language = message.language ?? DEFAULT_LANGUAGE;
    return { ...plain, replyTo: (await guestOf(needs, message, to.address)) ?? replyTo, to, language, content };
  }

  if (!booking) return impossible("Its booking no longer exists.");
  if (message.known && isSameStay(message.known, booking))
    return { problem: "Not needed: the booking is again as the guest knows it.", needless: true };
  const address = message.channel === "email" ? booking.guest.email : await needs.whatsappOf(booking.id);
  if (!address)
    return message.channel === "email"
      ? impossible("The guest has no email address.")
      : { problem: "Not sent: the guest does not want WhatsApp messages.", needless: true };

  const text = await textOf(needs, message, booking);
  if (!text) return impossible("Its text no longer exists.");
  const { language, template } = text;
  const links = await linksOf(needs, text, booking);
  const values = fieldValues({ ...booking, language }, house, links, now, message.known);
  const content = fill({ subject: message.subject ?? template.subject, body: message.body ?? template.body }, values);
  const rewritten = message.body !== null;
  const byTemplate = message.channel === "whatsapp" && !rewritten;
  const whatsapp = whatsappTemplates(booking, house, links.rating ?? links.booking ?? "");
  return {
    ...common,
    unverified,
    to: { name: nameOf(booking, textsIn(language).emails), address },
    language,
    content: byTemplate ? approved(type, whatsapp) : content,
    invitation: await invitationFor(needs, type, booking, house, now),
    card: tellsOfTheStay(type) ? cardOf(booking, house) : null,
    whatsapp,
    words: byTemplate && type === CUSTOM_TYPE ? content : null,
    rewritten,
    unsubscribable: text.afterStay,
    push: null,
  };
}

/** Where the guest is written to by now: the address may have been corrected while this waited. */
function presentAddress({ to }: ClaimedMessage, { guest }: StoredBooking): ClaimedMessage["to"] {
  return guest.email === "" ? to : { name: guest.name, address: guest.email };
}

/** A link to the guest's own page that ended meanwhile, as it is now. */
async function presentLink(
  needs: ComposeNeeds,
  { type, link }: ClaimedMessage,
  { id }: StoredBooking,
): Promise<string | null> {
  const isOwn = type === "guest_note" && link?.includes(`/booking/link/${id}/`);
  return isOwn ? needs.stayLink(id) : link;
}

/** A host may have been removed, or a cleaner's link ended, since this was written. */
async function isStillWanted(needs: ComposeNeeds, { anchor, to, type }: ClaimedMessage): Promise<boolean> {
  if (type !== "host_notice") return true;
  if (anchor.startsWith("host:")) {
    const adminId = anchor.slice("host:".length);
    // The contact address is the cottage's: what is on its way there arrives, whoever is host by then.
    return to === null || needs.stillReads(adminId, to.address);
  }
  return anchor !== "cleaner" || (to !== null && needs.cleanerReads(to.address));
}

/** The guest whose act a notice to the host is about: the host answers them, in the conversation where that can be. */
async function guestOf(
  needs: ComposeNeeds,
  { topic }: ClaimedMessage,
  reader: string,
): Promise<Outgoing["replyTo"] | null> {
  if (!topic?.startsWith(GUEST_ACT_TOPIC)) return null;
  const [bookingId = ""] = topic.slice(GUEST_ACT_TOPIC.length).split("/");
  const booking = await needs.stay(bookingId);
  const inConversation = booking && (await needs.replyAddress(booking.id, "host", reader));
  if (inConversation) return { name: plainOrNone(booking.guest.name), address: inConversation };
  return booking?.guest.email ? { name: plainOrNone(booking.guest.name), address: booking.guest.email } : null;
}

type Composed = Outgoing | NotSendable;

function impossible(problem: string): NotSendable {
  return { problem, needless: false };
}

/** A new installation has a sample address and number, which belong to nobody. The dashboard says what is missing. */
const NO_HOST_ADDRESS: NotSendable = { problem: "Not sent: the cottage has no contact email yet.", needless: true };
const NO_HOST_NUMBER: NotSendable = { problem: "Not sent: the cottage has no phone number yet.", needless: true };

/** Places of the template: cottage, what it is about, the first two sentences, link. None of them may hold a line break. */
async function noticeByWhatsapp(
  needs: ComposeNeeds,
  { subject, body, link }: ClaimedMessage,
  house: House,
  plain: Omit<Outgoing, "to" | "content" | "language">,
): Promise<Composed> {
  if (!house.host.phone) return NO_HOST_NUMBER;
  const address = await needs.dialled(house.host.phone);
  if (!address) return impossible("The cottage's phone number has no country code, so WhatsApp cannot reach you.");
  const lines = (body ?? "").split("\n\n");
  const page = absolute(needs, link);
  const places = [house.name, subject ?? "", oneLine(lines.slice(0, 2).join(" ")).slice(0, 700), page ?? ""];
  const language = DEFAULT_LANGUAGE;
  const whatsapp = [{ language, places }];
  return {
    ...plain,
    to: { name: house.name, address },
    language,
    content: approved("host_notice", whatsapp),
    whatsapp,
  };
}

/** In the guest's language, and in English for a host who has not submitted that one to Meta. */
function whatsappTemplates(booking: StoredBooking, house: House, link: string): WhatsappTemplate[] {
  return [...new Set([booking.language, DEFAULT_LANGUAGE])].map((language) => {
    const { emails, formats } = textsIn(language);
    const stay = [formats.day(booking.checkIn), formats.day(booking.checkOut)];
    return { language, places: [firstNameOf(booking, emails), house.name, ...stay, link] };
  });
}

/** What a device of the host's shows: as much as its owner wants on a lock screen, and where a tap leads. */
async function notificationOf(
  needs: ComposeNeeds,
  { to, subject, body, link, topic, anchor }: ClaimedMessage,
  plain: Omit<Outgoing, "to" | "content" | "language">,
): Promise<Composed> {
  const detail = to && (await needs.pushDetail(to.address));
  if (!to || !detail) return { problem: "Not needed: this device no longer takes notifications.", needless: true };
  const event = HOST_EVENTS.find((known) => known === anchor) ?? "other";
  const text = pushText({ event, subject: subject ?? "", lines: (body ?? "").split("\n\n") }, detail);
  const [path = "", query] = link?.split("?") ?? [];
  const version = new URLSearchParams(query).get("version");
  const push = {
    ...text,
    url: path.startsWith("/admin/") ? path : "/admin/dashboard",
    tag: topic ?? "latchkey",
    request: event === "request" ? ("booking" as const) : event === "change-request" ? ("change" as const) : null,
    version: version === null ? null : Number(version),
  };
  const content = contentOf(text.title, text.body ? [text.body] : [], null);
  return { ...plain, to, language: DEFAULT_LANGUAGE, content, push };
}

/** What Meta makes of a template and its places. */
function approved(type: WhatsappType, [best]: readonly WhatsappTemplate[]): MessageContent {
  const { language = DEFAULT_LANGUAGE, places = [] } = best ?? {};
  const text = type === "host_notice" ? WHATSAPP_TEXTS[type] : textsIn(language).emails.whatsapp[type];
  return contentOf("", [whatsappText(text, whatsappPlaces(places))], null);
}

/** The text of a message and what its fields stand for now; null where it has no fields. */
export async function wordsOf(
  needs: ComposeNeeds,
  message: ClaimedMessage,
  now: Date,
): Promise<{ template: Template; values: FieldValues } | null> {
  const booking = message.bookingId ? await needs.stay(message.bookingId) : null;
  const text = booking && (await textOf(needs, message, booking));
  if (!text) return null;
  const { language, template } = text;
  const links = await linksOf(needs, text, booking);
  const values = fieldValues({ ...booking, language }, await needs.house(), links, now, message.known);
  return { template, values };
}

type Text = { language: Language; template: Template; afterStay: boolean };

/** The host's text where there is one, or ours; one of the host's own messages in English where it has no other text. */
async function textOf(
  needs: Pick<ComposeNeeds, "template" | "custom">,
  { type, customId }: Pick<ClaimedMessage, "type" | "customId">,
  { language }: StoredBooking,
): Promise<Text | null> {
  if (!hasFields(type)) return null;
  if (type !== CUSTOM_TYPE) {
    return { language, template: await needs.template(type, language), afterStay: type === "feedback_request" };
  }
  const custom = customId === null ? null : await needs.custom(customId);
  return custom && { ...textFor(custom.texts, language), afterStay: isAfterStay(custom.timing) };
}

/** Only a message about a stay that is over opens the page for its rating. */
async function linksOf(needs: ComposeNeeds, { afterStay }: Text, { id, language }: StoredBooking): Promise<Links> {
  const rating = afterStay ? await needs.ratingLink(id, language) : null;
  return { booking: await needs.stayLink(id), rating };
}

function absolute({ linkBase }: ComposeNeeds, link: string | null): string | null {
  if (!link || !link.startsWith("/")) return link && linkBase && link.startsWith(`${linkBase}/`) ? link : null;
  return linkBase ? linkBase + link : null;
}

type Links = { booking: string | null; rating: string | null };

export function fieldValues(
  booking: StoredBooking,
  house: House,
  links: Links,
  now: Date,
  known: KnownStay | null = null,
): FieldValues {
  const { emails, formats } = textsIn(booking.language);
  const { currency } = booking.sold.terms;
  const access = arrivalAccess(booking, house.checkOutBy, now);
  const secret = (value: FieldValue | null) =>
    access === "open" ? value : insteadOfSecret(access, booking, house, links);
  const fee = booking.cancellationFeeCents ?? cancellationFee(booking, now);
  return {
    guestName: nameOf(booking, emails),
    guestFirstName: firstNameOf(booking, emails),
    cottage: house.name,
    reference: booking.reference,
    checkIn: formats.day(booking.checkIn),
    checkInTime: formats.clock(house.checkInFrom),
    checkOut: formats.day(booking.checkOut),
    checkOutTime: formats.clock(house.checkOutBy),
    nights: emails.nights(nightCount(booking)),
    guests: emails.guests(booking.guestCount),
    total: formats.amount(booking.totalCents, currency),
    payment: booking.plan ? "" : inLanguage(house.payNote, booking.language),
    changes: known ? changesSince(known, booking).join("\n") : "",
    fee: fee === 0 ? emails.noFee : formats.amount(fee, currency),
    address: house.forGuests.address || null,
    directions: inLanguage(house.directions, booking.language),
    arrivalNotes: secret(orCallUs(inLanguage(house.arrivalNotes, booking.language), emails, house)),
    wifiPassword: secret(house.wifiPassword || emails.noWifiPassword),
    hostPhone: house.forGuests.phone || null,
    hostEmail: house.forGuests.email || null,
    bookingLink: links.booking ?? "",
    ratingLink: links.rating ?? "",
  };
}

/** The host's words in the guest's language, or in English and marked so (WCAG 3.1.2). */
function inLanguage(texts: HostText, language: Language): FieldValue {
  const own = texts[language];
  if (own !== undefined) return own;
  return typeof texts.en === "string"
    ? { text: texts.en, lang: DEFAULT_LANGUAGE }
    : { ...texts.en, lang: DEFAULT_LANGUAGE };
}

/** One line for each fact that differs from what the guest was last told. */
function changesSince(known: KnownStay, booking: StoredBooking): string[] {
  const { emails, formats } = textsIn(booking.language);
  const amount = (cents: Cents) => formats.amount(cents, booking.sold.terms.currency);
  const line = (say: (now: string, was: string) => string, now: string, was: string) =>
    now === was ? [] : [say(now, was)];
  return [
    ...line(emails.changedCheckIn, formats.day(booking.checkIn), formats.day(known.checkIn)),
    ...line(emails.changedCheckOut, formats.day(booking.checkOut), formats.day(known.checkOut)),
    ...line(emails.changedGuests, emails.guests(booking.guestCount), emails.guests(known.guestCount)),
    ...line(emails.changedTotal, amount(booking.totalCents), amount(known.totalCents)),
  ];
}

/** An email that begins a line with "Arrival:" has to say something there. */
function orCallUs(notes: FieldValue, emails: EmailTexts, house: House): FieldValue | null {
  const text = typeof notes === "string" ? notes : notes.text;
  return text.trim() === "" ? callUs(emails, house) : notes;
}

/** Nothing, as long as there is no number to call. */
function callUs(emails: EmailTexts, { forGuests: { phone } }: House): string | null {
  return phone ? emails.callUs(phone) : null;
}

function plainOrNone(name: string): string {
  return isPlainName(name) ? name : "";
}

function insteadOfSecret(
  access: Exclude<ArrivalAccess, "open">,
  booking: StoredBooking,
  house: House,
  links: Links,
): string | null {
  const { emails, formats } = textsIn(booking.language);
  if (access === "never") return callUs(emails, house);
  if (access === "unverified") return links.booking ? emails.openLinkFirst : callUs(emails, house);
  return emails.shownFrom(formats.day(addDays(booking.checkIn, -ARRIVAL_NOTES_DAYS_BEFORE)));
}

function firstNameOf(booking: StoredBooking, emails: EmailTexts): string {
  const name = nameOf(booking, emails);
  return name === emails.someGuest ? name : (name.split(" ")[0] ?? "");
}

/**
 * The guest's name as messages quote it. A stranger may have typed it together with somebody else's address: until the
 * booking is verified, only a name that is nothing but a name is quoted. Rows from before that rule may hold anything.
 */
function nameOf(booking: StoredBooking, { someGuest }: Pick<EmailTexts, "someGuest">): string {
  const { name } = booking.guest;
  return isVerified(booking) || isPlainName(name) ? oneLine(name) : someGuest;
}

/** Messages that say how the stay stands now: they carry it for calendar and mailbox too. */
function tellsOfTheStay(type: MessageType): boolean {
  return type === "welcome" || type === "booking_changed" || type === "booking_cancelled";
}

async function invitationFor(
  { invitation }: ComposeNeeds,
  type: MessageType,
  booking: StoredBooking,
  house: House,
  now: Date,
): Promise<Outgoing["invitation"]> {
  if (!tellsOfTheStay(type)) return null;
  const method = type === "booking_cancelled" ? "CANCEL" : "PUBLISH";
  return { method, content: await invitation(booking, house, method, now) };
}

/** The card that mailboxes show above a reservation (schema.org LodgingReservation). */
function cardOf(booking: StoredBooking, house: House): string {
  const { address, phone } = house.forGuests;
  const at = (date: LocalDate, time: House["checkInFrom"]) => momentOf(date, time, house.timeZone).toISOString();
  return JSON.stringify({
    "@context": "http://schema.org",
    "@type": "LodgingReservation",
    reservationNumber: booking.reference,
    reservationStatus: `http://schema.org/Reservation${booking.status === "cancelled" ? "Cancelled" : "Confirmed"}`,
    underName: { "@type": "Person", name: nameOf(booking, textsIn(booking.language).emails) },
    reservationFor: {
      "@type": "LodgingBusiness",
      name: house.name,
      ...(address ? { address: { "@type": "PostalAddress", streetAddress: address } } : {}),
      ...(phone ? { telephone: phone } : {}),
    },
    checkinDate: at(booking.checkIn, house.checkInFrom),
    checkoutDate: at(booking.checkOut, house.checkOutBy),
  });
}
