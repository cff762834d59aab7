import { correctGuest, eraseGuest, exportGuest } from "#contract/privacy.ts";
import { actorOf } from "../http/call.ts";
import { HostDownload } from "../http/download.ts";
import type { Mount } from "../http/mount.ts";
import { notFound, Problem } from "../http/problem.ts";
import type { Clock } from "../runtime/clock.ts";
import type { PrivacyStore } from "./person-queries.ts";

const unknown = () => notFound("We couldn't find the booking you're looking for.");

export function mountPrivacy(mount: Mount, { store, clock }: { store: PrivacyStore; clock: Clock }): void {
  mount(exportGuest, async ({ params }) => {
    const person = await store.personOf(params.bookingId);
    if (!person) return unknown();
    const reference = person.stays.find((stay) => stay.id === params.bookingId)?.reference ?? "guest";
    const text = JSON.stringify({ exportedAt: clock().toISOString(), ...(await store.dataOf(person)) }, null, 2);
    const act = { act: "Downloaded a guest's data", subject: `Booking ${reference}` };
    return new HostDownload(act, "application/json; charset=utf-8", `personal-data-${reference}.json`, text);
  });

  mount(eraseGuest, async ({ params, body }, call) => {
    const person = await store.personOf(params.bookingId);
    const stay = person?.stays.find((one) => one.id === params.bookingId);
    if (!person || !stay) return unknown();
    if (body.reference.toUpperCase() !== stay.reference) {
      const message = `Type the reference ${stay.reference} to confirm`;
      return new Problem(400, { message, fields: { reference: message } });
    }
    const ahead = person.stays.find((one) => !one.over);
    if (ahead) {
      return new Problem(
        409,
        `This guest's stay ${ahead.reference} is not over yet. Cancel it first, or wait until it ends.`,
      );
    }
    await store.erase(person, clock(), { actor: await actorOf(call) });
    return { stays: person.stays.length };
  });

  mount(correctGuest, async ({ params, body }, call) => {
    const { version, ...contact } = body;
    const order = { bookingId: params.bookingId, version, actor: await actorOf(call), at: clock() };
    const result = await store.correct(order, contact);
    if (result.ok) return { version: result.version };
    if (result.reason === "unknown") return unknown();
    return result.reason === "erased"
      ? new Problem(409, "This guest's data was erased, so there is nothing to correct.")
      : new Problem(409, "This booking has changed. Check it, then try again.");
  });
}
