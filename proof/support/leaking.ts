/** The negative control for the soak test: a leak of memory and open files, and finally an unhandled rejection. */
import { openSync } from "node:fs";

const kept: Buffer[] = [];
setInterval(() => {
  kept.push(Buffer.alloc(1_000_000, kept.length));
  openSync("/dev/null", "r");
}, 1000);
setTimeout(() => void Promise.reject(new Error("an intended rejection")), Number(process.env["CONTROL_MS"] ?? 60_000));
