import { readNotifications, saveNotifications } from "#contract/notifications.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { call, queryOf } from "./client.ts";

export const notificationsQuery = queryOf(readNotifications, {}, { staleTime: 0 });
export const saveNotificationChoice = (body: CallInput<typeof saveNotifications>["body"]) =>
  call(saveNotifications, { body });
