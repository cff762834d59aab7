import { ARRIVAL_NOTES_DAYS_BEFORE, mayReadArrivalNotes } from "#domain/booking/arrival.ts";
import type { KeptBooking } from "#domain/booking/booking.ts";
import { cancellationFee } from "#domain/booking/cancellation.ts";
import { nightCount } from "#domain/booking/stay.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { momentOf } from "#domain/calendar/time-zone.ts";
import { isTemplateType, type TemplateType } from "#domain/messaging/message.ts";
import { type FieldValues, fill, type Letter, letterOf, type Template } from "#domain/messaging/template.ts";
import {
  WHATSAPP_TEXTS,
  whatsappPlaces,
  whatsappText,
  type WhatsappType,
} from "#domain/messaging/whatsapp-template.ts";
import { toDollarString } from "#domain/money/money.ts";
import type { ClaimedMessage, House, Outgoing } from "./ports.ts";

export type ComposeNeeds = {
  /** Where links of this site begin; null where nobody has said it, and messages have none. */
  linkBase: string | null;
  house: () => Promise<House>;
  stay: (bookingId: string) => Promise<KeptBooking | null>;
  whatsappOf: (bookingId: string) => Promise<string | null>;
  template: (type: TemplateType) => Promise<Template>;
  /** The guest's own page, as an address. */
  stayLink: (bookingId: string) => Promise<string | null>;
  ratingLink: (bookingId: string) => Promise<string | null>;
  /** A telephone number as E.164; null for one that cannot be dialled as it was typed. */
  dialled: (phone: string) => Promise<string | null>;
  invitation: (booking: KeptBooking, house: House, method: "PUBLISH" | "CANCEL", at: Date) => Promise<string>;
};

/** Makes a message as its reader gets it now; a sentence where it cannot be sent at all. */
export async function compose(needs: ComposeNeeds, message: ClaimedMessage, now: Date): Promise<Outgoing | string> {
  const house = await needs.house();
  const common = { id: message.id, type: message.type, cottage: house.name, replyTo: house.email };
  const plain = { ...common, invitation: null, card: null, parameters: null, rewritten: false, unsubscribable: false };
  if (!isTemplateType(message.type)) {
    if (message.channel === "whatsapp") return noticeByWhatsapp(needs, message, house, plain);
    const to = message.to ?? { name: house.name, address: house.email };
    if (!to.address) return "There is no e-mail address to send it to.";
    const lines = (message.body ?? "").split("\n\n");
    return { ...plain, to, letter: letterOf(message.subject ?? "", lines, absolute(needs, message.link)) };
  }

  const booking = message.bookingId ? await needs.stay(message.bookingId) : null;
  if (!booking) return "Its booking is not there any more.";
  const address = message.channel === "email" ? booking.guest.email : await needs.whatsappOf(booking.id);
  if (!address)
    return message.channel === "email" ? "The guest has no e-mail address." : "The guest takes no WhatsApp.";

  const links = await linksOf(needs, message, booking.id);
  const values = fieldValues(booking, house, links, now);
  const template = await needs.template(message.type);
  const letter = fill({ subject: message.subject ?? template.subject, body: message.body ?? template.body }, values);
  const rewritten = message.body !== null;
  const link = links.rating ?? links.booking ?? "";
  const parameters = [firstNameOf(booking), house.name, day(booking.checkIn), day(booking.checkOut), link];
  return {
    ...common,
    to: { name: booking.guest.name, address },
    letter: message.channel === "whatsapp" && !rewritten ? approved(message.type, parameters) : letter,
    invitation: await invitationFor(needs, message.type, booking, house, now),
    card: tellsOfTheStay(message.type) ? cardOf(booking, house) : null,
    parameters,
    rewritten,
    unsubscribable: message.type === "feedback_request",
  };
}

/** Places of the template: cottage, what it is about, the first two sentences, link. None of them may hold a line break. */
async function noticeByWhatsapp(
  needs: ComposeNeeds,
  { subject, body, link }: ClaimedMessage,
  house: House,
  plain: Omit<Outgoing, "to" | "letter">,
): Promise<Outgoing | string> {
  const address = await needs.dialled(house.phone);
  if (!address) return "The cottage's telephone number has no country code, so WhatsApp cannot reach you.";
  const lines = (body ?? "").split("\n\n");
  const page = absolute(needs, link);
  const parameters = [house.name, subject ?? "", lines.slice(0, 2).join(" ").slice(0, 700), page ?? ""];
  return { ...plain, to: { name: house.name, address }, letter: approved("host_notice", parameters), parameters };
}

/** What Meta makes of a template and its places. */
function approved(type: WhatsappType, parameters: readonly string[]): Letter {
  return letterOf("", [whatsappText(WHATSAPP_TEXTS[type], whatsappPlaces(parameters))], null);
}

/** What the fields of a message stand for now; null where it has no template. */
export async function fieldsOf(needs: ComposeNeeds, message: ClaimedMessage, now: Date): Promise<FieldValues | null> {
  const booking = isTemplateType(message.type) && message.bookingId ? await needs.stay(message.bookingId) : null;
  if (!booking) return null;
  return fieldValues(booking, await needs.house(), await linksOf(needs, message, booking.id), now);
}

/** Only the message that asks for a rating opens the page for it. */
async function linksOf(needs: ComposeNeeds, { type }: ClaimedMessage, bookingId: string): Promise<Links> {
  const rating = type === "feedback_request" ? await needs.ratingLink(bookingId) : null;
  return { booking: await needs.stayLink(bookingId), rating };
}

function absolute({ linkBase }: ComposeNeeds, link: string | null): string | null {
  if (!link || !link.startsWith("/")) return link && linkBase && link.startsWith(`${linkBase}/`) ? link : null;
  return linkBase ? linkBase + link : null;
}

type Links = { booking: string | null; rating: string | null };

export function fieldValues(booking: KeptBooking, house: House, links: Links, now: Date): FieldValues {
  const nights = nightCount(booking);
  // The same hours as on the guest's own page.
  const mayKnow = mayReadArrivalNotes(booking, house.checkOutBy, now);
  const later = `you get this from ${day(addDays(booking.checkIn, -ARRIVAL_NOTES_DAYS_BEFORE))} on`;
  const fee = booking.cancellationFeeCents ?? cancellationFee({ ...booking, nights }, now);
  return {
    guestName: booking.guest.name,
    guestFirstName: firstNameOf(booking),
    cottage: house.name,
    reference: booking.reference,
    checkIn: day(booking.checkIn),
    checkInTime: clock(house.checkInFrom),
    checkOut: day(booking.checkOut),
    checkOutTime: clock(house.checkOutBy),
    nights: nights === 1 ? "1 night" : `${nights} nights`,
    guests: booking.guestCount === 1 ? "1 guest" : `${booking.guestCount} guests`,
    total: `$${toDollarString(booking.totalCents)}`,
    fee: fee === 0 ? "none" : `$${toDollarString(fee)}`,
    address: house.address,
    directions: house.directions,
    arrivalNotes: mayKnow ? house.arrivalNotes : later,
    wifiPassword: mayKnow ? house.wifiPassword || "please ask us when you arrive" : later,
    hostPhone: house.phone,
    hostEmail: house.email,
    bookingLink: links.booking ?? "",
    ratingLink: links.rating ?? "",
  };
}

function firstNameOf({ guest }: KeptBooking): string {
  return guest.name.trim().split(/\s+/)[0] ?? guest.name;
}

/** Messages that say how the stay stands now: they carry it for calendar and mailbox too. */
function tellsOfTheStay(type: TemplateType): boolean {
  return type === "welcome" || type === "booking_changed" || type === "booking_cancelled";
}

async function invitationFor(
  { invitation }: ComposeNeeds,
  type: TemplateType,
  booking: KeptBooking,
  house: House,
  now: Date,
): Promise<Outgoing["invitation"]> {
  if (!tellsOfTheStay(type)) return null;
  const method = type === "booking_cancelled" ? "CANCEL" : "PUBLISH";
  return { method, content: await invitation(booking, house, method, now) };
}

/** The card that mailboxes show above a reservation (schema.org LodgingReservation). */
function cardOf(booking: KeptBooking, house: House): string {
  const at = (date: LocalDate, time: House["checkInFrom"]) => momentOf(date, time, house.timeZone).toISOString();
  return JSON.stringify({
    "@context": "http://schema.org",
    "@type": "LodgingReservation",
    reservationNumber: booking.reference,
    reservationStatus: `http://schema.org/Reservation${booking.status === "cancelled" ? "Cancelled" : "Confirmed"}`,
    underName: { "@type": "Person", name: booking.guest.name },
    reservationFor: {
      "@type": "LodgingBusiness",
      name: house.name,
      address: { "@type": "PostalAddress", streetAddress: house.address },
      telephone: house.phone,
    },
    checkinDate: at(booking.checkIn, house.checkInFrom),
    checkoutDate: at(booking.checkOut, house.checkOutBy),
  });
}

const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeZone: "UTC" });

function day(date: LocalDate): string {
  return DAY.format(new Date(`${date}T00:00:00Z`));
}

const HOUR = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone: "UTC" });

function clock(time: House["checkInFrom"]): string {
  return HOUR.format(new Date(`2026-01-01T${time}:00Z`)).replace("\u202f", " ");
}
