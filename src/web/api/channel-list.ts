import { listChannels } from "#contract/channels.ts";
import { queryOf } from "./client.ts";

/** Calendars are read while the portal is open. */
export const REFETCHED = { staleTime: 0 };

/** Not with the other calls about channels, which the portal's first screens do not need. */
export const channelsQuery = queryOf(listChannels, {}, REFETCHED);
