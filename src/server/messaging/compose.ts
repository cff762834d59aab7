import { ARRIVAL_NOTES_DAYS_BEFORE, type ArrivalAccess, arrivalAccess } from "#domain/booking/arrival.ts";
import { type Proposal, PROPOSALS, type StoredBooking, isVerified } from "#domain/booking/booking.ts";
import { highestFee } from "#domain/booking/cancellation.ts";
import { nightCount } from "#domain/booking/stay.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import type { Balance } from "#domain/booking/payment.ts";
import { dayAt, momentOf } from "#domain/calendar/time-zone.ts";
import { isPlainName } from "#domain/guests/plain-name.ts";
import { isAfterStay, textFor } from "#domain/messaging/custom-message.ts";
import {
  CUSTOM_TYPE,
  type GuestDeliveryMethod,
  hasFields,
  type MessageType,
  type TemplateType,
} from "#domain/messaging/message.ts";
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
import { CONFLICT_TOPIC, HOST_EVENTS, type PushDetail, pushText } from "#domain/messaging/host-event.ts";
import { isSameStay, type KnownStay } from "#domain/messaging/known-stay.ts";
import type { Cents } from "#domain/money/money.ts";
import { guestDues } from "#domain/payments/guest-dues.ts";
import { payNoteApplies } from "#domain/payments/plan.ts";
import { DEFAULT_LANGUAGE, type Language } from "#domain/language/language.ts";
import { pathIn } from "#domain/language/language-path.ts";
import type { EmailTexts } from "#texts/en/emails.ts";
import { textsIn } from "#texts/server-texts.ts";
import { UNCHANGED } from "./coalesced-message-queries.ts";
import type { CustomMessage } from "./custom-message-queries.ts";
import { type ClaimedMessage, type NotSendable, type Outgoing, TEXT_ONLY, type WhatsappTemplate } from "./ports.ts";
import type { HostText, PropertyInfo } from "./property-queries.ts";

export type ComposeNeeds = {
  /** The base URL for links; null if none is configured, in which case messages have no links. */
  linkBase: string | null;
  /**
   * Whether to leave the secrets out of links for hosts, for example invitation links, which the portal does not show
   * again.
   */
  hideSecrets: boolean;
  property: () => Promise<PropertyInfo>;
  stay: (bookingId: string) => Promise<StoredBooking | null>;
  balance: (booking: StoredBooking) => Promise<Balance>;
  whatsappOf: (guestId: string) => Promise<string | null>;
  template: (type: TemplateType, language: Language) => Promise<Template>;
  /** A custom message, even if it was deleted after it was sent. */
  custom: (id: string) => Promise<Pick<CustomMessage, "timing" | "texts"> | null>;
  /** The absolute URL of the guest's own page. Only an emailed link verifies the guest's email address. */
  stayLink: (bookingId: string, channel: GuestDeliveryMethod, language: Language) => Promise<string | null>;
  ratingLink: (bookingId: string, language: Language) => Promise<string | null>;
  /** A telephone number in E.164 format; null if it lacks a country code or is not valid. */
  toInternational: (phone: string) => Promise<string | null>;
  /** How much detail a host's device shows; null if the device no longer exists. */
  pushDetail: (deviceId: string) => Promise<PushDetail | null>;
  /** Whether a host still gets notifications in this mailbox. */
  hostsAreStillAt: (address: string) => Promise<boolean>;
  /** The path of the cleaner's page; null if the cleaner no longer gets emails at this email address. */
  cleanerPath: (address: string) => Promise<string | null>;
  /** Whether a conflict between calendars has not been resolved yet. */
  isOpenConflict: (conflictId: string) => Promise<boolean>;
  /** The reply address for an email about a stay; null if replies go to people's mailboxes. */
  replyAddress: (bookingId: string, author: "guest" | "host", recipient: string) => Promise<string | null>;
  invitation: (
    booking: StoredBooking,
    property: PropertyInfo,
    method: "PUBLISH" | "CANCEL",
    at: Date,
  ) => Promise<string>;
};

/** Composes a message as its recipient would get it now, or says why the message is not sent. */
export async function compose(needs: ComposeNeeds, message: ClaimedMessage, now: Date): Promise<Composed> {
  if (!message.sent && (await isConflictOver(needs, message))) {
    return { problem: "Not needed: the conflict was over before this message was sent.", needless: true };
  }
  const property = await needs.property();
  const booking = message.bookingId ? await needs.stay(message.bookingId) : null;
  // A test message to the host, possibly with the values of a booking.
  const isTest = message.type === "test";
  // Unverified guests do not get a reply address for the conversation.
  const own =
    booking && !isTest && isVerified(booking)
      ? await needs.replyAddress(booking.id, "guest", booking.guest.email)
      : null;
  const replyTo = { name: property.name, address: own ?? property.forGuests.email };
  const common = { id: message.id, type: message.type, cottage: property.name, replyTo };
  // A `guest_note` without a booking asks somebody to verify an address before they book.
  const unverified = booking && !isTest ? !isVerified(booking) : message.type === "guest_note";
  const plain = { ...common, ...TEXT_ONLY, unverified };
  if (message.channel === "push") return notificationOf(needs, message, plain);
  const { type } = message;
  if (!hasFields(type)) {
    if (message.channel === "whatsapp") return hostWhatsapp(needs, message, property, plain);
    const sentTo = booking && type === "guest_note" ? currentAddress(message, booking) : message.to;
    const to = sentTo
      ? { ...sentTo, name: plainOrNone(sentTo.name) }
      : { name: property.name, address: property.host.email };
    if (!to.address)
      return type === "guest_note" ? cannotSend("There is no email address to send it to.") : NO_HOST_ADDRESS;
    if (!(await isStillNeeded(needs, message))) {
      return { problem: "Not sent: its recipient no longer uses this address.", needless: true };
    }
    const lines = (message.body ?? "").split("\n\n");
    const link = await currentLink(needs, message, booking);
    const content = contentOf(message.subject ?? "", lines, absolute(needs, link));
    const language = message.language ?? DEFAULT_LANGUAGE;
    return { ...plain, replyTo: (await guestOf(needs, message, to.address)) ?? replyTo, to, language, content };
  }

  if (!booking) return cannotSend("Its booking no longer exists.");
  if (!message.sent && message.known && isSameStay(message.known, booking)) {
    return { problem: UNCHANGED, needless: true };
  }
  const address = message.channel === "email" ? booking.guest.email : await needs.whatsappOf(booking.guestId);
  // A message that was sent can still be read after its address was removed.
  if (!address && !message.sent)
    return message.channel === "email"
      ? cannotSend("The guest has no email address.")
      : { problem: "Not sent: we don't have a WhatsApp number for this guest.", needless: true };

  const text = await textOf(needs, message, booking);
  if (!text) return cannotSend("The text of this message no longer exists.");
  const { language, template } = text;
  const links = await linksOf(needs, message, text, booking);
  const balance = await needs.balance(booking);
  const values = fieldValues({ ...booking, language, balance }, property, links, now, message);
  const content = fill({ subject: message.subject ?? template.subject, body: message.body ?? template.body }, values);
  // A waiting message with a provider id contains the host's text, which WhatsApp accepted but did not deliver.
  const rewritten = message.body !== null && (message.sent || message.providerId === null);
  const byTemplate = message.channel === "whatsapp" && !rewritten;
  // When a request or an offer ends, no booking is cancelled, so the message is sent like a custom message: without a
  // calendar entry, and with a WhatsApp template that only links to the text.
  const sentAs = text.endedAs ? CUSTOM_TYPE : type;
  // A feedback request links to the rating page, and every other template to the guest's page.
  const link = type === "feedback_request" ? links.rating : links.own;
  const whatsapp = whatsappTemplates(booking, property, link ?? "");
  return {
    ...common,
    type: sentAs,
    unverified,
    to: { name: nameOf(booking, textsIn(language).emails), address: address ?? "" },
    language,
    content: byTemplate ? approved(sentAs, whatsapp) : content,
    invitation: await invitationFor(needs, sentAs, booking, property, now),
    card: describesStay(sentAs) ? cardOf(booking, property) : null,
    whatsapp,
    fullMessage: byTemplate && sentAs === CUSTOM_TYPE ? content : null,
    rewritten,
    unsubscribeAt: text.afterStay ? property.forGuests.email : null,
    push: null,
  };
}

/** The guest's current address, because it may have been corrected while this message was waiting. */
function currentAddress({ to }: ClaimedMessage, { guest }: StoredBooking): ClaimedMessage["to"] {
  return guest.email === "" ? to : { name: guest.name, address: guest.email };
}

/**
 * The message's link. A link to the guest's own page or to the cleaner's page is replaced by the current link, because
 * the old link may no longer be valid.
 */
async function currentLink(
  needs: ComposeNeeds,
  { type, link, anchor, to }: ClaimedMessage,
  booking: StoredBooking | null,
): Promise<string | null> {
  if (link && to && anchor === "cleaner") return needs.cleanerPath(to.address);
  const isOwn = booking && type === "guest_note" && link?.includes(`/booking/link/${booking.id}/`);
  return isOwn ? needs.stayLink(booking.id, "email", booking.language) : link;
}

/**
 * Since this message was written, a host may have been removed, or the address of a host or cleaner may have changed.
 */
async function isStillNeeded(needs: ComposeNeeds, { anchor, to, type }: ClaimedMessage): Promise<boolean> {
  if (type !== "host_notice") return true;
  if (anchor.startsWith("host:")) {
    // Emails to the contact address are still needed, because the address belongs to the property and not to one host.
    // An email to a mailbox that several hosts share is addressed to only one of them; the others still need it if that
    // host has been removed.
    return to === null || needs.hostsAreStillAt(to.address);
  }
  return anchor !== "cleaner" || (to !== null && (await needs.cleanerPath(to.address)) !== null);
}

/** Whether this notification, by any delivery method, reports a conflict that has been resolved since. */
async function isConflictOver({ isOpenConflict }: ComposeNeeds, { topic }: ClaimedMessage): Promise<boolean> {
  return (
    topic !== null && topic.startsWith(CONFLICT_TOPIC) && !(await isOpenConflict(topic.slice(CONFLICT_TOPIC.length)))
  );
}

/** The guest whose action a host notification is about. Replies go to this guest, in the conversation if possible. */
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

function cannotSend(problem: string): NotSendable {
  return { problem, needless: false };
}

/** A new installation has a sample email address and number that belong to nobody. */
const NO_HOST_ADDRESS: NotSendable = { problem: "Not sent: the cottage has no contact email yet.", needless: true };
const NO_HOST_NUMBER: NotSendable = { problem: "Not sent: the cottage has no phone number yet.", needless: true };

/**
 * A host notification by WhatsApp. The values of the template's placeholders are the cottage, the subject, the first
 * two paragraphs and the link; none of them may contain a line break.
 */
async function hostWhatsapp(
  needs: ComposeNeeds,
  { subject, body, link }: ClaimedMessage,
  property: PropertyInfo,
  plain: Omit<Outgoing, "to" | "content" | "language">,
): Promise<Composed> {
  if (!property.host.phone) return NO_HOST_NUMBER;
  const address = await needs.toInternational(property.host.phone);
  if (!address) return cannotSend("The cottage's phone number has no country code, so WhatsApp cannot reach you.");
  const lines = (body ?? "").split("\n\n");
  const page = absolute(needs, link);
  const places = [property.name, subject ?? "", oneLine(lines.slice(0, 2).join(" ")).slice(0, 700), page ?? ""];
  const language = DEFAULT_LANGUAGE;
  const whatsapp = [{ language, places }];
  return {
    ...plain,
    to: { name: property.name, address },
    language,
    content: approved("host_notice", whatsapp),
    whatsapp,
  };
}

/**
 * The templates in the guest's language and then in English, in case the host has not submitted the template in the
 * guest's language to Meta.
 */
function whatsappTemplates(booking: StoredBooking, property: PropertyInfo, link: string): WhatsappTemplate[] {
  return [...new Set([booking.language, DEFAULT_LANGUAGE])].map((language) => {
    const { emails, formats } = textsIn(language);
    const stay = [formats.day(booking.checkIn), formats.day(booking.checkOut)];
    return { language, places: [firstNameOf(booking, emails), property.name, ...stay, link] };
  });
}

/** A push notification, with the link to open and as much detail as the device's owner wants on a lock screen. */
async function notificationOf(
  needs: ComposeNeeds,
  { to, subject, body, link, topic, anchor }: ClaimedMessage,
  plain: Omit<Outgoing, "to" | "content" | "language">,
): Promise<Composed> {
  const detail = to && (await needs.pushDetail(to.address));
  if (!to || !detail) return { problem: "Not needed: this device no longer receives notifications.", needless: true };
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

/** The text that Meta sends for a template, with the placeholders filled in. */
function approved(type: WhatsappType, [best]: readonly WhatsappTemplate[]): MessageContent {
  const { language = DEFAULT_LANGUAGE, places = [] } = best ?? {};
  const text = type === "host_notice" ? WHATSAPP_TEXTS[type] : textsIn(language).emails.whatsapp[type];
  return contentOf("", [whatsappText(text, whatsappPlaces(places))], null);
}

/**
 * The text of a message and the current values of its fields; null if the message has no fields or no booking, or if
 * its text no longer exists.
 */
export async function textWithValues(
  needs: ComposeNeeds,
  message: ClaimedMessage,
  now: Date,
): Promise<{ template: Template; values: FieldValues } | null> {
  const booking = message.bookingId ? await needs.stay(message.bookingId) : null;
  const text = booking && (await textOf(needs, message, booking));
  if (!text) return null;
  const { language, template } = text;
  const links = await linksOf(needs, message, text, booking);
  const balance = await needs.balance(booking);
  const values = fieldValues({ ...booking, language, balance }, await needs.property(), links, now, message);
  return { template, values };
}

type Text = { language: Language; template: Template; afterStay: boolean; endedAs: Proposal | null };

/**
 * The host's wording if there is one, otherwise the default. A custom message that has no wording in the guest's
 * language is sent in English. For the end of a request or an offer, there is only our wording.
 */
async function textOf(
  needs: Pick<ComposeNeeds, "template" | "custom">,
  { type, customId, anchor }: Pick<ClaimedMessage, "type" | "customId" | "anchor">,
  { language }: StoredBooking,
): Promise<Text | null> {
  if (!hasFields(type)) return null;
  const endedAs = PROPOSALS.find((one) => one === anchor) ?? null;
  if (type !== CUSTOM_TYPE) {
    const template = endedAs ? textsIn(language).emails.ended[endedAs] : await needs.template(type, language);
    return { language, template, afterStay: type === "feedback_request", endedAs };
  }
  const custom = customId === null ? null : await needs.custom(customId);
  return custom && { ...textFor(custom.texts, language), afterStay: isAfterStay(custom.timing), endedAs };
}

/**
 * Only a message that is scheduled for after the stay links to the rating page. A guest whose request or offer has
 * ended gets a link to the booking form, because other dates may be free.
 */
async function linksOf(
  needs: ComposeNeeds,
  { channel }: Pick<ClaimedMessage, "channel">,
  { afterStay, endedAs }: Text,
  { id, language, guestCount }: StoredBooking,
): Promise<Links & { own: string | null }> {
  const rating = afterStay ? await needs.ratingLink(id, language) : null;
  const own = await needs.stayLink(id, channel === "whatsapp" ? channel : "email", language);
  const form = absolute(needs, pathIn(language, `/book?guests=${guestCount}`));
  return { booking: endedAs ? form : own, own, rating };
}

function absolute({ linkBase, hideSecrets }: ComposeNeeds, link: string | null): string | null {
  if (!link || !link.startsWith("/")) return link && linkBase && link.startsWith(`${linkBase}/`) ? link : null;
  return linkBase && linkBase + (hideSecrets ? link.replace(/#[\w-]{20,}$/, "#…") : link);
}

type Links = { booking: string | null; rating: string | null };

export function fieldValues(
  booking: StoredBooking & { balance: Balance },
  property: PropertyInfo,
  links: Links,
  now: Date,
  { type, known, told }: Pick<ClaimedMessage, "known" | "told"> & { type?: MessageType } = { known: null, told: null },
): FieldValues {
  const { emails, formats } = textsIn(booking.language);
  const { currency } = booking.sold.terms;
  const access = arrivalAccess(booking, { checkOutBy: property.checkOutBy, now, paidOnline: false });
  const secret = (value: FieldValue) => (access === "open" ? value : insteadOfSecret(access, booking, property, links));
  const notes = inLanguage(property.arrivalNotes, booking.language);
  const fee = booking.status === "cancelled" ? (booking.cancellationFeeCents ?? 0) : highestFee(booking);
  const stay = { ...booking, ...told };
  return {
    guestName: nameOf(booking, emails),
    guestFirstName: firstNameOf(booking, emails),
    cottage: property.name,
    reference: booking.reference,
    checkIn: formats.day(stay.checkIn),
    checkInTime: formats.clock(property.checkInFrom),
    checkOut: formats.day(stay.checkOut),
    checkOutTime: formats.clock(property.checkOutBy),
    nights: emails.nights(nightCount(stay)),
    guests: emails.guests(stay.guestCount),
    total: formats.amount(stay.totalCents, currency),
    payment: payNoteApplies(booking)
      ? inLanguage(property.payNote, booking.language)
      : paymentLines(booking, now).join("\n"),
    // Of the messages about a changed booking, only the one about a restored stay has no earlier stay to compare with.
    changes: known ? changesSince(known, stay).join("\n") : type === "booking_changed" ? emails.restored : "",
    fee: fee === 0 ? emails.noFee : formats.amount(fee, currency),
    address: property.forGuests.address || null,
    directions: inLanguage(property.directions, booking.language),
    // Without notes, there is no secret to withhold, and an email line such as "Arrival:" must not be empty.
    arrivalNotes: isBlank(notes) ? callUs(emails, property) : secret(notes),
    wifiPassword: property.wifiPassword ? secret(property.wifiPassword) : emails.noWifiPassword,
    hostPhone: property.forGuests.phone || null,
    hostEmail: property.forGuests.email || null,
    bookingLink: links.booking ?? "",
    ratingLink: links.rating ?? "",
  };
}

/**
 * What has been paid for a stay that is paid online, and what is due by when; if nothing has a due date, only the
 * first.
 */
function paymentLines({ balance, ...booking }: StoredBooking & { balance: Balance }, now: Date): string[] {
  const { plan, language, policy, currency } = booking;
  const { paidCents } = balance;
  const { emails, formats } = textsIn(language);
  const amount = (cents: Cents) => formats.amount(cents, currency);
  const { nowCents, laterCents, laterOn } = guestDues(booking, balance, dayAt(now, policy.timeZone), 0);
  const hasDueDates = plan?.mode === "required" || plan?.restDueOn != null;
  return [
    ...(plan && paidCents > 0 ? [emails.paid(amount(paidCents))] : []),
    ...(hasDueDates && nowCents > 0 ? [emails.dueNow(amount(nowCents))] : []),
    ...(laterOn ? [emails.dueOn(amount(laterCents), formats.day(laterOn))] : []),
  ];
}

/** The host's text in the guest's language; if there is none, the English text, marked as English (WCAG 3.1.2). */
function inLanguage(texts: HostText, language: Language): FieldValue {
  const own = texts[language];
  if (own !== undefined) return own;
  return typeof texts.en === "string"
    ? { text: texts.en, lang: DEFAULT_LANGUAGE }
    : { ...texts.en, lang: DEFAULT_LANGUAGE };
}

/** One line for each difference from what the guest last knew about the stay. */
function changesSince(known: KnownStay, booking: StoredBooking): string[] {
  const { emails, formats } = textsIn(booking.language);
  const amount = (cents: Cents) => formats.amount(cents, booking.sold.terms.currency);
  const line = (text: (now: string, was: string) => string, now: string, was: string) =>
    now === was ? [] : [text(now, was)];
  return [
    ...line(emails.changedCheckIn, formats.day(booking.checkIn), formats.day(known.checkIn)),
    ...line(emails.changedCheckOut, formats.day(booking.checkOut), formats.day(known.checkOut)),
    ...line(emails.changedGuests, emails.guests(booking.guestCount), emails.guests(known.guestCount)),
    ...line(emails.changedTotal, amount(booking.totalCents), amount(known.totalCents)),
  ];
}

function isBlank(value: FieldValue): boolean {
  return (typeof value === "string" ? value : value.text).trim() === "";
}

/** Null if there is no number to call. */
function callUs(emails: EmailTexts, { forGuests: { phone } }: PropertyInfo): string | null {
  return phone ? emails.callUs(phone) : null;
}

function plainOrNone(name: string): string {
  return isPlainName(name) ? name : "";
}

function insteadOfSecret(
  access: Exclude<ArrivalAccess, "open">,
  booking: StoredBooking,
  property: PropertyInfo,
  links: Links,
): string | null {
  const { emails, formats } = textsIn(booking.language);
  if (access === "never") return callUs(emails, property);
  if (access === "unverified") return links.booking ? emails.openLinkFirst : callUs(emails, property);
  return emails.shownFrom(formats.day(addDays(booking.checkIn, -ARRIVAL_NOTES_DAYS_BEFORE)));
}

function firstNameOf(booking: StoredBooking, emails: EmailTexts): string {
  const name = nameOf(booking, emails);
  return name === emails.someGuest ? name : (name.split(" ")[0] ?? "");
}

/**
 * The guest's name as quoted in messages. A stranger may have entered the name together with somebody else's email
 * address, so only plain names are quoted until the booking is verified. Rows that are older than this rule may contain
 * anything.
 */
function nameOf(booking: StoredBooking, { someGuest }: Pick<EmailTexts, "someGuest">): string {
  const { name } = booking.guest;
  return isVerified(booking) || isPlainName(name) ? oneLine(name) : someGuest;
}

/** Whether a message is about a new, changed or cancelled stay: it then also contains the stay as data. */
function describesStay(type: MessageType): boolean {
  return type === "welcome" || type === "booking_changed" || type === "booking_cancelled";
}

async function invitationFor(
  { invitation }: ComposeNeeds,
  type: MessageType,
  booking: StoredBooking,
  property: PropertyInfo,
  now: Date,
): Promise<Outgoing["invitation"]> {
  if (!describesStay(type)) return null;
  const method = type === "booking_cancelled" ? "CANCEL" : "PUBLISH";
  return { method, content: await invitation(booking, property, method, now) };
}

/** The card that some mail programs show above an email about a reservation (schema.org LodgingReservation). */
function cardOf(booking: StoredBooking, property: PropertyInfo): string {
  const { address, phone } = property.forGuests;
  const at = (date: LocalDate, time: PropertyInfo["checkInFrom"]) =>
    momentOf(date, time, property.timeZone).toISOString();
  return JSON.stringify({
    "@context": "http://schema.org",
    "@type": "LodgingReservation",
    reservationNumber: booking.reference,
    reservationStatus: `http://schema.org/Reservation${booking.status === "cancelled" ? "Cancelled" : "Confirmed"}`,
    underName: { "@type": "Person", name: nameOf(booking, textsIn(booking.language).emails) },
    reservationFor: {
      "@type": "LodgingBusiness",
      name: property.name,
      ...(address ? { address: { "@type": "PostalAddress", streetAddress: address } } : {}),
      ...(phone ? { telephone: phone } : {}),
    },
    checkinDate: at(booking.checkIn, property.checkInFrom),
    checkoutDate: at(booking.checkOut, property.checkOutBy),
  });
}
