import { dashboard } from "#contract/analytics.ts";
import { queryOf } from "./client.ts";

/** Fresh each time the screen opens. */
export const dashboardQuery = queryOf(dashboard, {}, { staleTime: 0 });
