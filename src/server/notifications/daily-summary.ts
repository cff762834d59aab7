import type { BaseNeeds } from "../core/base-needs.ts";
import { counted } from "#domain/text/counted.ts";
import type { Dashboard, DashboardStay } from "#contract/analytics.ts";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { dayAt, momentOf, shownAt } from "#domain/calendar/time-zone.ts";
import { summaryDue } from "#domain/messaging/host-event.ts";
import type { HostRecipient } from "../core/host.ts";
import type { Trx } from "../database/transaction.ts";
import { onePerMailbox } from "./recipients.ts";
import { notificationReaders } from "./notification-queries.ts";

export type SummaryEmail = {
  key: string;
  to: HostRecipient;
  subject: string;
  lines: string[];
  link: string;
  usefulUntil: Date;
};
export type SummaryNeeds = Pick<BaseNeeds, "database" | "clock" | "timeZone"> & {
  /** The property's contact address. */
  contactEmail: () => Promise<string>;
  dashboard: () => Promise<Dashboard>;
  emailHost: (trx: Trx, email: SummaryEmail) => Promise<void>;
};

/** Writes each host's summary once a day: at the hour that the host has chosen, or up to four hours late. */
export async function writeSummaries(needs: SummaryNeeds): Promise<void> {
  const { database, clock, timeZone, contactEmail, dashboard, emailHost } = needs;
  const now = clock();
  const zone = await timeZone();
  const hour = new Date(shownAt(now.getTime(), zone)).getUTCHours();
  const today = dayAt(now, zone);
  const due = (await notificationReaders(database.db)).flatMap((reader) => {
    const day = summaryDue(reader.choice.summaryHour, { today, hour });
    return day ? [{ ...reader, due: `${day}/${reader.choice.summaryHour}` }] : [];
  });
  if (due.length === 0) return;
  const [facts, contact] = await Promise.all([dashboard(), contactEmail()]);
  await database.db.transaction().execute(async (trx) => {
    // Hosts who share a mailbox but have chosen different hours get the summary at each of these hours.
    for (const [at, readers] of Map.groupBy(due, (reader) => reader.due)) {
      for (const to of onePerMailbox(readers, contact)) {
        // A key is written only once, so several runs and instances together write a single email.
        await emailHost(trx, {
          key: `summary/${at}/${(to.address ?? contact).toLowerCase()}`,
          to,
          ...summaryOf(facts),
          // After a mail outage, the host does not need the summaries of past days.
          usefulUntil: momentOf(addDays(today, 1), "00:00", zone),
        });
      }
    }
  });
}

export function summaryOf(facts: Dashboard): Pick<SummaryEmail, "subject" | "lines" | "link"> {
  const tomorrow: string = addDays(toLocalDate(facts.today), 1);
  const requests = facts.nextSevenDays.filter(({ waitsFor }) => waitsFor === "host").length;
  return {
    subject: `Today at the cottage, ${day(facts.today)}: ${counted(facts.arrivals.length, "arrival")}, ${counted(facts.departures.length, "departure")}`,
    lines: [
      listed("Arriving today", facts.arrivals),
      listed("Leaving today", facts.departures),
      ...(facts.inHouse.length > 0 ? [listed("Staying over", facts.inHouse)] : []),
      listed(
        "Arriving tomorrow",
        facts.nextSevenDays.filter(({ checkIn }) => checkIn === tomorrow),
      ),
      `In the next seven days: ${counted(facts.nextSevenDays.length, "arrival")}${requests > 0 ? `, including ${counted(requests, "request")} to answer` : ""}.`,
      ...facts.alerts.map(({ title, detail }) => `Needs your attention: ${title}. ${detail}`),
    ],
    link: "/admin/dashboard",
  };
}

function listed(what: string, stays: readonly DashboardStay[]): string {
  if (stays.length === 0) return `${what}: nobody.`;
  return `${what}: ${stays.map(inWords).join("; ")}.`;
}

function inWords({ guestName, guestCount, checkOut, nights, waitsFor }: DashboardStay): string {
  const people = guestCount === null ? "" : `, ${counted(guestCount, "guest")}`;
  const state = waitsFor === "host" ? " (request)" : waitsFor === "guest" ? " (not booked yet)" : "";
  return `${guestName || "A guest from a platform"}${people}, ${counted(nights, "night")}, until ${day(checkOut)}${state}`;
}

const DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const day = (date: string) => DAY.format(new Date(`${date}T00:00:00Z`));
