import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { createLogger } from "../runtime/logger.ts";
import { forEach, runEach } from "./for-each.ts";

const lines: string[] = [];
const output = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});

test("if several items fail, all others are done, and the log names every error but not its message", async () => {
  const done: number[] = [];
  const working = forEach([1, 2, 3, 4], async (item) => {
    if (item === 1) throw new TypeError("Ann's first row");
    if (item === 3) throw new RangeError("Ann's second row");
    done.push(item);
  });
  const error: unknown = await working.catch((caught: unknown) => caught);
  expect(error).toMatchObject({ message: "2 items failed" });
  expect(done).toEqual([2, 4]);

  createLogger("error", output).error({ err: error }, "job failed");
  const { err } = JSON.parse(lines.join(""));
  expect(err).toMatchObject({
    name: "AggregateError",
    count: 2,
    errors: [{ name: "TypeError" }, { name: "RangeError" }],
  });
  expect(lines.join("")).not.toContain("Ann");
});

test("a single error is thrown as it is, and a failed step does not keep the next one from running", async () => {
  let ran = false;
  const failing = async () => {
    throw new Error("a damaged row");
  };
  await expect(runEach([failing, async () => (ran = true)])).rejects.toThrow("a damaged row");
  expect(ran).toBe(true);
});
