import { expect, test } from "vitest";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { createPersonStore } from "../channels/person-queries.ts";
import { startTestApp } from "../testing/test-app.ts";
import { eraseExpired } from "./forget-in-time.ts";
import { createPrivacyStore } from "./person-queries.ts";

test("a person who can never be erased does not keep others from being erased, however many there are", async () => {
  const server = await startTestApp("sqlite");
  const { clock } = server;
  const today = async () => toLocalDate("2026-11-23");
  const store = createPrivacyStore(server.database, {
    toInternational: async () => null,
    today,
    record: async () => {},
    imported: createPersonStore(server.db),
    pictures: { read: async () => null, deleteLeft: async () => {} },
    newAddress: async () => {},
    renamed: async () => {},
  });
  let left = ["damaged", "ann", "bea", "cleo"];
  let unpaid = ["damaged, too", "dan"];
  // Batches of two.
  const next = (ids: string[]) => ids.slice(0, 2).map((id) => ({ guestIds: [id], stays: [] }));
  const erasing = eraseExpired({
    store: {
      ...store,
      peopleBefore: async () => next(left),
      unpaidBefore: async () => next(unpaid),
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
