import { HOST_EVENTS, type HostEvent } from "./host-event.ts";

/** A host's email notifications. Without an address: to the property's contact address. */
export type NotificationChoice = {
  emails: string[];
  events: HostEvent[];
  /** The hour of day at the property at which a summary is sent, 0 to 23; null for none. */
  summaryHour: number | null;
};

export const MAX_NOTIFICATION_EMAILS = 5;

export const DEFAULT_NOTIFICATIONS: NotificationChoice = { emails: [], events: [...HOST_EVENTS], summaryHour: null };

/** How late a summary may be sent, for instance because the server was off. */
export const SUMMARY_LATE_HOURS = 4;

/** Whether today's summary is due at this hour at the property. */
export function isSummaryDue(summaryHour: number | null, hour: number): boolean {
  return summaryHour !== null && hour >= summaryHour && hour < summaryHour + SUMMARY_LATE_HOURS;
}
