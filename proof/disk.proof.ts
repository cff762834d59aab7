/** R13: a full disk, and errors of the disk at one write after another. Never half a record; 503 while it lasts; then well again. */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { connectDatabase } from "#server/database/connect.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { ended, startServerProcess } from "#server/testing/processes.ts";
import { book, dayFromNow, judge } from "./support/guests.ts";
import { prove } from "./support/proof.ts";

const FAULTS = 40;
const silent = createLogger("silent");

if (process.getuid?.() !== 0) {
  console.log("SKIPPED: needs root, for a small disk of its own");
} else {
  const check = {
    id: "R13",
    what: "Disk full, and EIO",
    aim: "0 corrupt rows; 503 with Retry-After; recovers within 5 s",
  };
  await prove(check, "sqlite, disk full", fullDisk);
  await prove(check, "sqlite, EIO by strace", failingDisk);
}

async function fullDisk() {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-full-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=6m", "tmpfs", folder]);
  const target = { databaseUrl: null, dataDir: folder };
  const server = await startServerProcess(target);
  const acknowledged: { id: string }[] = [];
  const statuses: Record<string, number> = {};
  let withoutRetry = 0;
  const fill = () => {
    try {
      writeFileSync(join(folder, "filler"), Buffer.alloc(6_000_000));
    } catch {
      // That is the point.
    }
  };
  try {
    for (let i = 0; i < 60; i++) {
      if (i === 10) fill();
      const answer = await book(server.url, dayFromNow(2 + i), 1);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      if (answer.status === 201) acknowledged.push(JSON.parse(answer.text));
      if (answer.status === 503 && !answer.headers["retry-after"]) withoutRetry += 1;
    }
    rmSync(join(folder, "filler"));
    const begun = performance.now();
    let status = 0;
    while (status !== 201 && performance.now() - begun < 10_000)
      status = (await book(server.url, dayFromNow(200), 1)).status;
    const backMs = Math.round(performance.now() - begun);
    const { db, close } = connectDatabase(target, silent);
    const found = await judge(db, acknowledged);
    await close();
    const others = Object.keys(statuses)
      .filter((code) => !["201", "503"].includes(code))
      .join(" ");
    return {
      figures: { ...statuses, withoutRetryAfter: withoutRetry, backMs, ...found, otherAnswers: others || "none" },
      met:
        (statuses["503"] ?? 0) > 0 &&
        withoutRetry === 0 &&
        others === "" &&
        backMs <= 5000 &&
        found.lost + found.orphanNights + found.missingNights === 0,
      planted: { hole: "the control: the disk was really full", seen: (statuses["503"] ?? 0) > 0 },
    };
  } finally {
    server.child.kill("SIGKILL");
    await ended(server.child);
    execFileSync("umount", ["-l", folder]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From one moment on a run of `fdatasync` and writes to the files fails with EIO, later and later in the server's life. */
async function failingDisk() {
  let ended503 = 0;
  let faultsSeen = 0;
  const sum = { lost: 0, orphanNights: 0, missingNights: 0, others: 0, notBack: 0 };
  for (let fault = 0; fault < FAULTS; fault++) {
    const dataDir = mkdtempSync(join(tmpdir(), "latchkey-eio-"));
    const target = { databaseUrl: null, dataDir };
    const server = await startServerProcess(target);
    const acknowledged: { id: string }[] = [];
    await book(server.url, dayFromNow(2), 1);
    const call = ["fdatasync", "pwrite64", "fsync"][fault % 3] ?? "fdatasync";
    const first = 1 + Math.floor(fault / 3);
    const tracer = spawn(
      "strace",
      [
        "-f",
        "-qq",
        "-o",
        "/dev/null",
        "-e",
        `trace=${call}`,
        "-e",
        `inject=${call}:error=EIO:when=${first}..${first + 2}`,
        "-p",
        String(server.child.pid),
      ],
      { stdio: "ignore" },
    );
    await wait(150);
    for (let i = 0; i < 12; i++) {
      const answer = await book(server.url, dayFromNow(10 + i), 1).catch(() => null);
      if (answer?.status === 201) acknowledged.push(JSON.parse(answer.text));
      else if (answer?.status === 503) ended503 += 1;
      else sum.others += 1;
    }
    tracer.kill("SIGINT");
    await ended(tracer);
    faultsSeen += 1;
    const begun = performance.now();
    let status = 0;
    while (status !== 201 && performance.now() - begun < 5000)
      status = (await book(server.url, dayFromNow(100), 1).catch(() => ({ status: 0 }))).status;
    if (status !== 201) sum.notBack += 1;
    server.child.kill("SIGKILL");
    await ended(server.child);
    const { db, close } = connectDatabase(target, silent);
    const found = await judge(db, acknowledged);
    await close();
    for (const name of ["lost", "orphanNights", "missingNights"] as const) sum[name] += found[name];
    rmSync(dataDir, { recursive: true, force: true });
  }
  return {
    figures: { faults: faultsSeen, answered503: ended503, ...sum },
    met: sum.lost + sum.orphanNights + sum.missingNights + sum.others + sum.notBack === 0,
    planted: { hole: "the control: the faults reached the database", seen: ended503 > 0 },
    notTried: `${FAULTS} of the 200 places that reliability.md names`,
  };
}
