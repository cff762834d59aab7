import { connectPaymentNotices, disconnectPaymentNotices, readPaymentNotices } from "#contract/payments.ts";
import { actorOf } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { Problem } from "../http/problem.ts";
import { connectNotices, disconnectNotices, type NoticesNeeds, noticesState } from "./connect-notices.ts";

/** How the provider tells us of payments, for the host who has no access to the server's settings. */
export function mountNotices(mount: Mount, needs: NoticesNeeds): void {
  mount(readPaymentNotices, async () => noticesState(needs));
  mount(connectPaymentNotices, async (_input, call) => {
    const result = await connectNotices(needs, await actorOf(call));
    return result.ok ? noticesState(needs) : new Problem(409, result.reason);
  });
  mount(disconnectPaymentNotices, async (_input, call) => {
    const result = await disconnectNotices(needs, await actorOf(call));
    return result.ok ? noticesState(needs) : new Problem(409, result.reason);
  });
}
