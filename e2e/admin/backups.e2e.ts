import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectAccessibleInBoth, signInByCalls } from "../support/bookings.ts";
import { ADMIN, expect, startServer, stop, test as base } from "../support/latchkey.ts";

type Fixtures = { baseURL: string; dataDir: string };

/** A server of its own: backups are of everything. */
const test = base.extend<Fixtures>({
  dataDir: async ({}, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), "latchkey-backups-"));
    await use(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  },
  baseURL: async ({ dataDir }, use) => {
    const { child, url } = await startServer({
      DATA_DIR: dataDir,
      TRUST_PROXY: "true",
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
    });
    await use(url);
    await stop(child);
  },
});

test("the host backs up, sees the proof, keeps the file, and is told when one fails", async ({ page, dataDir }) => {
  await signInByCalls(page);
  await page.goto("/admin/settings");
  const card = page.getByRole("region", { name: "Backups" });
  await expect(card.getByText("The first backup is made tonight.")).toBeVisible();
  await card.getByRole("button", { name: "Back up now" }).click();
  await expect(page.getByText("It was restored and compared: everything is equal.").first()).toBeVisible({
    timeout: 20_000,
  });
  await expect(card.getByText("The last backup was restored and found equal.")).toBeVisible();
  await expect(card.getByText(/Last proven just now: \d+ rows in \d+ tables and 0 pictures/)).toBeVisible();
  await expectAccessibleInBoth(page);

  const downloading = page.waitForEvent("download");
  await card.getByRole("link", { name: /Download the backup of/ }).click();
  expect((await downloading).suggestedFilename()).toBe(readdirSync(join(dataDir, "backups"))[0]);
  const exporting = page.waitForEvent("download");
  await card.getByRole("link", { name: "Export everything" }).click();
  expect((await exporting).suggestedFilename()).toMatch(/^latchkey-export-\d{4}-\d\d-\d\d\.tar\.gz$/);

  rmSync(join(dataDir, "backups"), { recursive: true });
  writeFileSync(join(dataDir, "backups"), "");
  await card.getByRole("button", { name: "Back up now" }).click();
  await expect(card.getByText("The last backup failed. What BACKUP_TO names is not a folder.")).toBeVisible({
    timeout: 20_000,
  });
  await expectAccessibleInBoth(page);
  if (process.env["LOOK"])
    await card.screenshot({ path: `${process.env["LOOK"]}-${page.viewportSize()?.width ?? 0}.png` });
  await page.goto("/admin/dashboard");
  await page.getByRole("link", { name: /The last backup failed/ }).click();
  await expect(card).toBeInViewport();
});
