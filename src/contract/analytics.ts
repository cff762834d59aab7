import * as z from "zod/mini";
import { BOOKING_SOURCES } from "#domain/booking/source.ts";
import { BOOKING_STATUSES } from "#domain/booking/status.ts";
import { endpoint } from "./endpoint.ts";
import { dollars } from "./fields.ts";

const stay = z.object({
  id: z.string(),
  reference: z.string(),
  guestName: z.string(),
  guestCount: z.number(),
  status: z.enum(BOOKING_STATUSES),
  source: z.enum(BOOKING_SOURCES),
  checkIn: z.string(),
  checkOut: z.string(),
  nights: z.number(),
});
export type DashboardStay = z.output<typeof stay>;

/** Something that waits for the host; every kind of it comes from rows that the link opens. */
const attention = z.object({
  id: z.string(),
  level: z.enum(["notice", "warning"]),
  title: z.string(),
  detail: z.string(),
  href: z.string(),
});
export type Attention = z.output<typeof attention>;

const setupStep = z.object({ id: z.string(), title: z.string(), href: z.string(), done: z.boolean() });
export type SetupStep = z.output<typeof setupStep>;

/** The host's day at a glance. All days are the cottage's own. */
export const dashboard = endpoint({
  method: "GET",
  path: "/api/admin/dashboard",
  access: "admin",
  answer: z.object({
    today: z.string(),
    timeZone: z.string(),
    /** Stays that are not cancelled. */
    stats: z.object({
      totalBookings: z.number(),
      /** Check-ins from the first to the last day of this month. */
      thisMonth: z.number(),
      /** Check-in today or later, and nobody has checked in yet. */
      upcoming: z.number(),
      /** Sum of the stored totals. */
      revenue: dollars,
    }),
    arrivals: z.array(stay),
    departures: z.array(stay),
    /** Came before today and sleep here tonight. */
    inHouse: z.array(stay),
    /** Check-ins from tomorrow to seven days from now. */
    nextSevenDays: z.array(stay),
    /** SPEC 9: the first five of each. */
    upcoming: z.array(stay),
    recent: z.array(stay),
    attention: z.array(attention),
    setup: z.array(setupStep),
  }),
});
export type Dashboard = z.output<typeof dashboard.answer>;
