import { listChannels } from "#contract/channels.ts";
import { queryOf } from "./client.ts";

/** Calendars are read while the portal is open, so the data is fetched again whenever a screen opens. */
export const REFETCHED = { staleTime: 0 };

/** Separate from the other calls, which the portal's first screens do not need. */
export const channelsQuery = queryOf(listChannels, {}, REFETCHED);
