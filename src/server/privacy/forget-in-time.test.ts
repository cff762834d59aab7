import { expect, test } from "vitest";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { createPersonStore } from "../channels/person-queries.ts";
import { bookStay } from "../testing/given.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { eraseExpired } from "./forget-in-time.ts";
import { createPrivacyStore } from "./person-queries.ts";

const today = async () => toLocalDate("2026-11-23");

function storeOf({ database, db }: TestApp) {
  return createPrivacyStore(database, {
    toInternational: async () => null,
    today,
    record: async () => {},
    imported: createPersonStore(db),
    pictures: { read: async () => null, deleteLeft: async () => {} },
    newAddress: async () => {},
    renamed: async () => {},
  });
}

test("a person who can never be erased does not keep others from being erased, however many there are", async () => {
  const server = await startTestApp("sqlite");
  const { clock } = server;
  const store = storeOf(server);
  let left = ["damaged", "ann", "bea", "cleo"];
  let unpaid = ["damaged, too", "dan"];
  // Batches of two.
  const next = (ids: string[]) => ids.slice(0, 2).map((id) => ({ guestIds: [id], stays: [] }));
  const erasing = eraseExpired({
    store: {
      ...store,
      expired: async (which) => next("endedBefore" in which ? left : unpaid),
      erase: async ({ guestIds }) => {
        const [id = ""] = guestIds;
        if (id.startsWith("damaged")) throw new Error(id);
        left = left.filter((one) => one !== id);
        unpaid = unpaid.filter((one) => one !== id);
      },
    },
    clock,
    today,
    retentionMonths: async () => 24,
  });
  await expect(erasing).rejects.toThrow("2 items failed");
  expect([left, unpaid]).toEqual([["damaged"], ["damaged, too"]]);
  await server.close();
});

test("a guest whose stay is moved or restored while the job is erasing expired data is not erased", async () => {
  const server = await startTestApp("sqlite");
  const cookie = await server.signIn();
  const store = storeOf(server);
  const { id } = (await bookStay(server, { checkInDate: "2026-12-01", checkOutDate: "2026-12-03" })).json;
  const act = async (method: string, path: string, body: object) => {
    const { version } = (await server.send("GET", `/api/admin/bookings/${id}`, undefined, { cookie })).json;
    const acted = await server.send(method, `/api/admin/bookings/${id}${path}`, { version, ...body }, { cookie });
    expect(acted.status, acted.text).toBe(200);
  };
  const erased = async () => (await server.db.selectFrom("guest").select("erased_at").executeTakeFirst())?.erased_at;

  const old = { endedBefore: toLocalDate("2026-12-04") };
  const [moved] = await store.expired(old);
  const later = {
    checkInDate: "2026-12-01",
    checkOutDate: "2026-12-05",
    guestCount: 2,
    price: "new",
    expectedTotal: "600.00",
  };
  await act("PUT", "/stay", later);
  if (moved) await store.erase(moved, server.clock(), old);
  expect([moved?.stays.length, await erased()]).toEqual([1, null]);

  const cancelUnpaid = async () => {
    await act("POST", "/cancel", { waiveFee: true, expectedFee: "0.00" });
    await server.db.updateTable("booking").set({ pay_by: "2026-01-01T00:00:00.000Z" }).execute();
  };
  await cancelUnpaid();
  const unpaid = { unpaidBefore: server.clock() };
  const [restored] = await store.expired(unpaid);
  await act("POST", "/status", { status: "confirmed" });
  if (restored) await store.erase(restored, server.clock(), unpaid);
  expect([restored?.stays.length, await erased()]).toEqual([1, null]);
  await cancelUnpaid();
  if (restored) await store.erase(restored, server.clock(), unpaid);
  expect(await erased()).not.toBeNull();
  await server.close();
});
