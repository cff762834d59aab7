import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { TimeZone } from "#domain/calendar/time-zone.ts";
import type { Database } from "../database/connect.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import type { NotifyHost, RecordAct } from "./host.ts";

/** What most features need. Each use case picks what it uses. */
export type BaseNeeds = {
  database: Database;
  clock: Clock;
  logger: Logger;
  record: RecordAct;
  notifyHost: NotifyHost;
  /** Today at the cottage. */
  today: () => Promise<LocalDate>;
  timeZone: () => Promise<TimeZone>;
};
