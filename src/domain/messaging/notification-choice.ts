import { HOST_EVENTS, type HostEvent } from "./host-event.ts";

/** What one host hears by email. Without addresses: at the cottage's contact address. */
export type NotificationChoice = {
  emails: string[];
  events: HostEvent[];
  /** The hour of the day at the cottage at which a summary is sent, 0 to 23; null for none. */
  summaryHour: number | null;
};

export const MAX_NOTIFICATION_EMAILS = 5;

export const DEFAULT_NOTIFICATIONS: NotificationChoice = { emails: [], events: [...HOST_EVENTS], summaryHour: null };

/** A summary that could not be made in time, because the server was off say, is still of use for so long. */
export const SUMMARY_LATE_HOURS = 4;

/** Whether a summary for today is due at this hour of the cottage's day. */
export function isSummaryDue(summaryHour: number | null, hour: number): boolean {
  return summaryHour !== null && hour >= summaryHour && hour < summaryHour + SUMMARY_LATE_HOURS;
}
