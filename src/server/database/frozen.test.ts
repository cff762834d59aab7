import { describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { GUEST } from "../testing/given.ts";
import { openTcpGate } from "../testing/tcp-gate.ts";
import { openChannel } from "../testing/open-channel.ts";
import { scratchDatabase } from "../testing/engines.ts";
import { startTestApp } from "../testing/test-app.ts";

const CLIENTS = 50;

describe.runIf(engines.includes("postgres"))("a PostgreSQL server that no longer responds", () => {
  test("requests that need the database get a 503 within 5 seconds, the process stays alive, and everything works again afterwards", async () => {
    const behind = await scratchDatabase("postgres");
    const real = new URL(behind.databaseUrl ?? "");
    const gate = await openTcpGate({ host: real.hostname, port: Number(real.port) });
    const gated = new URL(real);
    gated.host = `127.0.0.1:${gate.port}`;
    const server = await startTestApp("postgres", { config: { databaseUrl: gated.href } });
    expect((await server.send("POST", "/api/guests", GUEST)).status).toBe(201);

    const path = await openChannel(server, await server.signIn(), "airbnb");

    gate.freeze();
    const begun = performance.now();
    const calendar = server.send("GET", path);
    const responses = await Promise.all(
      Array.from({ length: CLIENTS }, (_, i) => {
        if (i % 3 === 0) return server.send("POST", "/api/guests", GUEST);
        if (i % 3 === 1) return server.send("GET", "/api/availability?from=2026-12-01&to=2026-12-31");
        return server.send("GET", "/api/ready");
      }),
    );
    // S-54: an empty calendar would open every night on the platform.
    const { status, text } = await calendar;
    expect([status, text.includes("VCALENDAR")]).toEqual([503, false]);
    const tookMs = performance.now() - begun;
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([503]));
    expect(responses.every((response) => response.headers.get("retry-after") === "5")).toBe(true);
    expect(tookMs).toBeLessThan(5000);
    expect((await server.send("GET", "/api/health")).status).toBe(200);

    gate.thaw();
    await expect.poll(async () => (await server.send("GET", "/api/ready")).status).toBe(200);
    expect((await server.send("POST", "/api/guests", GUEST)).status).toBe(201);
    await server.close();
    await gate.close();
    await behind.remove();
  });
});
