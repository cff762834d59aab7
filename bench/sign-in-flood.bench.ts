// Repeatedly sends 200 wrong passwords at once while a guest views pages: the effect on the guest, and the memory used.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, stop } from "../e2e/support/latchkey.ts";
import { report, residentMb } from "./support/measure.ts";

const FLOOD = 200;
const AIM = { ratio: 2, memoryMb: 256 };
const QUIET_MS = 5000;
const PAGES = ["/", "/attractions", "/api/site", "/api/health"];

const dataDir = mkdtempSync(join(tmpdir(), "latchkey-flood-"));
const { child, url } = await startServer({
  DATA_DIR: dataDir,
  TRUST_PROXY: "true",
  ADMIN_USERNAME: "host",
  ADMIN_PASSWORD: "a long sentence to sign in",
});
const pid = child.pid ?? 0;

/** One page after another. Returns how long each request took, in ms. */
async function visit(until: () => boolean): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; !until(); n++) {
    const begun = performance.now();
    const response = await fetch(url + (PAGES[n % PAGES.length] ?? "/"));
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`a guest got ${response.status}`);
    times.push(performance.now() - begun);
  }
  return times;
}

function p99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

/** With `fromOne`, the limit per network stops most attempts. Otherwise, each comes from a different IP address. */
async function flood(round: number, fromOne: boolean): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  const attempts = Array.from({ length: FLOOD }, async (_, n) => {
    const address = fromOne ? `10.${round}.0.1` : `10.${round}.1.${n}`;
    const response = await fetch(`${url}/api/admin/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": address },
      body: JSON.stringify({ username: `guess-${n}`, password: "not the right sentence" }),
    });
    await response.arrayBuffer();
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
  });
  await Promise.all(attempts);
  return statuses;
}

try {
  const warmUntil = performance.now() + 1000;
  await visit(() => performance.now() > warmUntil);
  const memoryBefore = residentMb(pid);
  let memoryMost = memoryBefore;
  const watch = setInterval(() => {
    memoryMost = Math.max(memoryMost, residentMb(pid));
  }, 20);

  for (const [name, fromOne] of [
    ["one network", true],
    ["200 networks", false],
  ] as const) {
    const quietUntil = performance.now() + QUIET_MS;
    const quiet = await visit(() => performance.now() > quietUntil);
    const flooded: number[] = [];
    const seen: Record<number, number> = {};
    const until = performance.now() + QUIET_MS;
    for (let round = 1; performance.now() < until; round++) {
      let over = false;
      const visits = visit(() => over);
      const statuses = await flood(round + (fromOne ? 0 : 100), fromOne);
      over = true;
      flooded.push(...(await visits));
      for (const [status, count] of Object.entries(statuses))
        seen[Number(status)] = (seen[Number(status)] ?? 0) + count;
    }
    const ratio = p99(flooded) / p99(quiet);
    report(
      `sign-in flood, ${name}, p99 of public pages`,
      {
        "ms quiet": p99(quiet),
        "ms flooded": p99(flooded),
        requests: `${quiet.length} and ${flooded.length}`,
        responses: JSON.stringify(seen),
      },
      { ratio, atMost: AIM.ratio },
    );
  }
  clearInterval(watch);
  const growth = memoryMost - memoryBefore;
  report(
    "sign-in flood, memory",
    { "MB before": memoryBefore, "MB at most": memoryMost },
    { ratio: growth / AIM.memoryMb, atMost: 1 },
  );
} finally {
  await stop(child);
  rmSync(dataDir, { recursive: true, force: true });
}
