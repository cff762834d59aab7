/**
 * R13: a full disk, and I/O errors at one write after another. There must be no partial records; the server must
 * respond with 503 while the disk fails, and then recover.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { connectDatabase } from "#server/database/connect.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { ended, startServerProcess } from "#server/testing/processes.ts";
import { book, dayFromNow, judge } from "./support/guests.ts";
import { prove } from "./support/proof.ts";

const { values } = parseArgs({ options: { faults: { type: "string", default: "200" } } });
const FAULTS = Number(values.faults);
const silent = createLogger("silent");

/** The system calls that fail. A booking, including its guest, writes about 20 pages and syncs twice. */
const PLACES = [
  ...Array.from({ length: Math.round(FAULTS * 0.7) }, (_, i) => ({ call: "pwrite64", at: i + 1 })),
  ...Array.from({ length: Math.round(FAULTS * 0.3) }, (_, i) => ({ call: "fsync", at: i + 1 })),
];
const FAULTS_A_SERVER = 5;
const MAX_BOOKINGS = 80;

if (process.getuid?.() !== 0) {
  console.log("SKIPPED: needs root to mount a small disk");
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
      // The disk is full now.
    }
  };
  try {
    for (let i = 0; i < 60; i++) {
      if (i === 10) fill();
      const response = await book(server.url, dayFromNow(2 + i), 1);
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      if (response.status === 201) acknowledged.push(JSON.parse(response.text));
      if (response.status === 503 && !response.headers["retry-after"]) withoutRetry += 1;
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
      negativeControl: { fault: "the disk was really full", detected: (statuses["503"] ?? 0) > 0 },
    };
  } finally {
    server.child.kill("SIGKILL");
    await ended(server.child);
    execFileSync("umount", ["-l", folder]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A disk on which the n-th write or sync and the next two fail with EIO, and which then works again. */
async function failingDisk() {
  const sum = { faults: 0, answered503: 0, lost: 0, orphanNights: 0, missingNights: 0, others: 0, notBack: 0 };
  let slowestBackMs = 0;
  for (let first = 0; first < PLACES.length; first += FAULTS_A_SERVER) {
    const dataDir = mkdtempSync(join(tmpdir(), "latchkey-eio-"));
    const target = { databaseUrl: null, dataDir };
    const server = await startServerProcess(target);
    const acknowledged: { id: string }[] = [];
    let night = 2;
    const next = () => book(server.url, dayFromNow(night++), 1).catch(() => null);
    await next();
    for (const { call, at } of PLACES.slice(first, first + FAULTS_A_SERVER)) {
      const tracer = await inject(call, at, server.child.pid ?? 0);
      let hit = false;
      for (let i = 0; i < MAX_BOOKINGS && !hit; i++) {
        const response = await next();
        hit = response?.status === 503;
        if (response?.status === 201) acknowledged.push(JSON.parse(response.text));
        else if (!hit || !response?.headers["retry-after"]) sum.others += 1;
      }
      if (hit) sum.answered503 += 1;
      await tracer.stop();
      sum.faults += tracer.injected() > 0 ? 1 : 0;
      const begun = performance.now();
      let back = await next();
      while (back?.status !== 201 && performance.now() - begun < 5000) back = await next();
      if (back?.status === 201) acknowledged.push(JSON.parse(back.text));
      else sum.notBack += 1;
      slowestBackMs = Math.max(slowestBackMs, Math.round(performance.now() - begun));
      if (night > 450) night = 2 + Math.floor(Math.random() * 5) * 90;
    }
    server.child.kill("SIGKILL");
    await ended(server.child);
    const { db, close } = connectDatabase(target, silent);
    const found = await judge(db, acknowledged);
    await close();
    for (const name of ["lost", "orphanNights", "missingNights"] as const) sum[name] += found[name];
    rmSync(dataDir, { recursive: true, force: true });
  }
  return {
    figures: { places: PLACES.length, ...sum, slowestBackMs },
    met:
      sum.lost + sum.orphanNights + sum.missingNights + sum.others + sum.notBack === 0 && sum.faults === PLACES.length,
    negativeControl: { fault: "the errors reached the database", detected: sum.answered503 > PLACES.length / 2 },
  };
}

async function inject(call: string, at: number, pid: number) {
  const log = join(tmpdir(), `latchkey-strace-${process.pid}`);
  const what = ["-e", `trace=${call}`, "-e", `inject=${call}:error=EIO:when=${at}..${at + 2}`];
  const tracer = spawn("strace", ["-f", "-o", log, ...what, "-p", String(pid)], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  tracer.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  while (!output.includes("attached")) await wait(10);
  return {
    stop: async () => {
      tracer.kill("SIGINT");
      await ended(tracer);
    },
    injected: () => readFileSync(log, "utf8").split("(INJECTED)").length - 1,
  };
}
