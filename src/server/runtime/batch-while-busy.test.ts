import { expect, test } from "vitest";
import { batchWhileBusy } from "./batch-while-busy.ts";

test("calls made during a batch wait for it and share the next batch; an error reaches every caller of its batch and no other", async () => {
  const batches: number[][] = [];
  let finish = () => {};
  const add = batchWhileBusy<number>(async (items) => {
    batches.push(items);
    if (items.includes(1)) await new Promise<void>((resolve) => (finish = resolve));
    if (items.includes(3)) throw new Error("the disk is full");
  }, 3);
  const first = [add(1), add(2)];
  await expect.poll(() => batches).toEqual([[1, 2]]);
  const second = [add(3), add(4)].map((one) => expect(one).rejects.toThrow("the disk is full"));
  finish();
  await Promise.all([...first, ...second]);
  await Promise.all([5, 6, 7, 8].map(add));
  expect(batches).toEqual([[1, 2], [3, 4], [5, 6, 7], [8]]);
});
