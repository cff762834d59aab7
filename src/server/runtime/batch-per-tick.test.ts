import { expect, test } from "vitest";
import { batchPerTick } from "./batch-per-tick.ts";

test("calls in one tick share one write, later calls get another, and an error reaches every caller of its batch", async () => {
  const writes: number[][] = [];
  const add = batchPerTick<number, void>(async (items) => {
    writes.push(items);
    if (items.includes(3)) throw new Error("the disk is full");
  });
  await Promise.all([add(1), add(2)]);
  await expect(add(3)).rejects.toThrow("the disk is full");
  await add(4);
  expect(writes).toEqual([[1, 2], [3], [4]]);
});
