import { expect, test } from "vitest";
import { batchPerTick } from "./batch-per-tick.ts";

test("calls in one tick share one write, later calls get another, and an error reaches every caller of its batch", async () => {
  const writes: number[][] = [];
  const add = batchPerTick<number, void>(async (items) => {
    writes.push(items);
    if (items.includes(3)) throw new Error("the disk is full");
  });
  await Promise.all([add(1), add(2)]);
  await Promise.all([add(3), add(4)].map((one) => expect(one).rejects.toThrow("the disk is full")));
  await add(5);
  expect(writes).toEqual([[1, 2], [3, 4], [5]]);
});
