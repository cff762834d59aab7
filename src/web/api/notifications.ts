import { readPush, removePush, savePush, subscribePush, testPush } from "#contract/push.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { call, freshQuery } from "./client.ts";
import { readNotifications, saveNotifications } from "#contract/notifications.ts";

export const notificationsQuery = freshQuery(readNotifications, {});
export const saveNotificationChoice = (body: CallInput<typeof saveNotifications>["body"]) =>
  call(saveNotifications, { body });

export const pushQuery = freshQuery(readPush, {});
export const subscribe = (body: CallInput<typeof subscribePush>["body"]) => call(subscribePush, { body });
export const unsubscribe = (id: string) => call(removePush, { params: { id } });
export const savePushChoice = (body: CallInput<typeof savePush>["body"]) => call(savePush, { body });
export const sendTestPush = () => call(testPush, {});
