import { readPush, removePush, savePush, subscribePush, testPush } from "#contract/push.ts";
import { deviceInWords } from "#domain/auth/device.ts";
import type { RecordAct } from "../core/host.ts";
import { refusalOf } from "../core/public-hosts.ts";
import { adminOf } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { notFound, Problem, signInRequired } from "../http/problem.ts";
import type { Clock } from "../runtime/clock.ts";
import { hashToken } from "../runtime/ids.ts";
import type { PushStore, PushDevice } from "./store.ts";

export type PushRouteNeeds = {
  devices: PushStore;
  publicKey: () => Promise<string>;
  /** Queues a test notification for each of these devices. */
  sendTest: (devices: PushDevice[]) => Promise<void>;
  clock: Clock;
  record: (act: Parameters<RecordAct>[0]) => Promise<void>;
};

/** More devices than a host is likely to use. */
const MAX_DEVICES = 20;

export function mountPush(mount: Mount, { devices, publicKey, sendTest, clock, record }: PushRouteNeeds): void {
  mount(readPush, async (_input, call) => {
    const admin = await adminOf(call);
    const [present, choice] = await Promise.all([devices.ofAdmin(admin.id), devices.choiceOf(admin.id)]);
    return { publicKey: await publicKey(), devices: present.map(viewOf), ...choice };
  });

  mount(subscribePush, async ({ body }, call) => {
    const admin = await adminOf(call);
    const url = URL.parse(body.endpoint);
    if (!url || refusalOf(url)) return new Problem(400, "This browser's push service has no public address.");
    const present = await devices.ofAdmin(admin.id);
    const isKnown = present.some((one) => one.endpoint === body.endpoint);
    if (present.length >= MAX_DEVICES && !isKnown) {
      return new Problem(409, `You already get notifications on ${MAX_DEVICES} devices. Remove one first.`);
    }
    const device = {
      // Allows a browser to recognise itself in the list.
      id: hashToken(body.endpoint),
      adminId: admin.id,
      ...body,
      userAgent: call.userAgent,
      deviceHash: call.deviceToken === null ? null : hashToken(call.deviceToken),
      createdAt: clock(),
    };
    if (!(await devices.add(device, admin.sessionHash))) return signInRequired();
    const view = viewOf(device);
    // A browser that subscribes again sends the same URL; its notifications were already on.
    if (!isKnown) {
      const after = { device: view.device };
      await record({ actor: admin.username, act: "Turned on notifications on a device", subject: "Account", after });
    }
    return view;
  });

  mount(removePush, async ({ params }, call) => {
    const admin = await adminOf(call);
    const known = (await devices.ofAdmin(admin.id)).find(({ id }) => id === params.id);
    const removed = await devices.remove(admin.id, params.id);
    if (!known || !removed) return notFound("This device has already been removed.");
    const before = { device: viewOf(known).device };
    await record({ actor: admin.username, act: "Turned off notifications on a device", subject: "Account", before });
    return null;
  });

  mount(savePush, async ({ body }, call) => {
    const admin = await adminOf(call);
    const { before, after } = await devices.changeChoice(admin.id, body);
    await record({ actor: admin.username, act: "Changed notifications", subject: "Account", before, after });
    return null;
  });

  mount(testPush, async (_input, call) => {
    const admin = await adminOf(call);
    const present = await devices.ofAdmin(admin.id);
    if (present.length === 0) return new Problem(409, "None of your devices has notifications turned on.");
    await sendTest(present);
    return null;
  });
}

function viewOf({ id, userAgent, createdAt }: PushDevice) {
  return { id, device: deviceInWords(userAgent), since: createdAt.toISOString() };
}
