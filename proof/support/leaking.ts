/** A planted hole for the soak: keeps a megabyte and an open file each second, and forgets a rejection in the end. */
import { openSync } from "node:fs";

const kept: Buffer[] = [];
setInterval(() => {
  kept.push(Buffer.alloc(1_000_000, kept.length));
  openSync("/dev/null", "r");
}, 1000);
setTimeout(() => void Promise.reject(new Error("a planted rejection")), Number(process.env["PLANTED_MS"] ?? 60_000));
