import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

test("npm run dev serves the pages from source, with Vite's client and fast refresh", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-dev-"));
  const server = spawn(process.execPath, ["scripts/dev-server.mjs"], {
    env: { ...process.env, NODE_ENV: "development", PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "silent" },
  });
  onTestFinished(async () => {
    const ended = new Promise((resolve) => server.on("exit", resolve));
    server.kill("SIGKILL");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  });
  const address = await new Promise<string>((resolve, reject) => {
    let output = "";
    for (const stream of [server.stdout, server.stderr]) {
      stream.on("data", (text: Buffer) => {
        output += text.toString();
        const found = /running at (http:\S+)/.exec(output)?.[1];
        if (found) resolve(found);
      });
    }
    server.on("exit", () => reject(new Error(output)));
  });

  const page = await fetch(new URL("/", address));
  expect(page.status).toBe(200);
  expect(page.headers.get("content-security-policy")).toBeNull();
  expect(await page.text()).toContain('src="/@entry/site"');
  // Pages that only the server can render get no script, which would replace them with "404 Page Not Found".
  expect(await (await fetch(new URL("/privacy", address))).text()).not.toContain("/@entry/site");
  // The header's strings, which browsers need only here, because here they render the header too.
  const start = await (await fetch(new URL("/src/web/app/entry-site.tsx", address))).text();
  expect(start).toContain('areas.push("layout")');
  const entry = await (await fetch(new URL("/@entry/site", address))).text();
  expect(entry).toContain("/src/web/app/entry-site.tsx");
  const component = await (await fetch(new URL("/src/web/site/site-header.tsx", address))).text();
  expect(component).toContain("$RefreshReg$");
  const styles = await fetch(new URL("/src/web/styles/site.css", address), { headers: { accept: "text/css" } });
  expect(styles.headers.get("content-type")).toBe("text/css");
  expect((await fetch(new URL("/api/properties/public", address))).status).toBe(200);
});
