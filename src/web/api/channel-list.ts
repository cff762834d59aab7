import { listChannels } from "#contract/channels.ts";
import { freshQuery } from "./client.ts";

/** Not with the other calls about channels, which the portal's first screens do not need. */
export const channelsQuery = freshQuery(listChannels, {});
