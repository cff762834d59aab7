import type { Browser, Page } from "@playwright/test";
import Database from "better-sqlite3";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { signInByCalls } from "../support/bookings.ts";
import {
  expect,
  expectAccessibleInBoth,
  signIn,
  startOwnServer,
  testWithOwnServer as test,
} from "../support/latchkey.ts";

test("the host makes a backup, sees that it was verified, moves to a new installation, and sees when a backup fails", async ({
  page,
  browser,
  own: { dataDir },
  hasTouch,
}) => {
  await signInByCalls(page);
  await page.goto("/admin/settings");
  const card = page.getByRole("region", { name: "Backups" });
  await expect(card.getByText("We'll make the first backup tonight.")).toBeVisible();
  await card.getByRole("button", { name: "Back up now" }).click();
  await expect(page.getByText("We tested it by restoring it. Everything matches.").first()).toBeVisible({
    timeout: 20_000,
  });
  await expect(card.getByText("Your last backup was tested and works.")).toBeVisible();
  await expect(card.getByText(/Last tested backup: just now, \d+ rows in \d+ tables and 0 pictures/)).toBeVisible();
  await expectAccessibleInBoth(page);

  const downloading = page.waitForEvent("download");
  await card.getByRole("link", { name: /Download the backup of/ }).click();
  expect((await downloading).suggestedFilename()).toBe(readdirSync(join(dataDir, "backups"))[0]);
  const exporting = page.waitForEvent("download");
  await card.getByRole("link", { name: "Export everything" }).click();
  const exported = await exporting;
  expect(exported.suggestedFilename()).toMatch(/^latchkey-export-\d{4}-\d\d-\d\d\.tar\.gz$/);
  // Neither half depends on the width, so each is tested at one width only.
  if (hasTouch) return moveIn(browser, page.viewportSize(), await exported.path());

  rmSync(join(dataDir, "backups"), { recursive: true });
  writeFileSync(join(dataDir, "backups"), "");
  await card.getByRole("button", { name: "Back up now" }).click();
  await expect(card.getByText("The last backup failed. BACKUP_TO is not a folder.")).toBeVisible({
    timeout: 20_000,
  });
  await expectAccessibleInBoth(page);
  if (process.env["LOOK"])
    await card.screenshot({ path: `${process.env["LOOK"]}-${page.viewportSize()?.width ?? 0}.png` });
  await page.goto("/admin/dashboard");
  await page.getByRole("link", { name: /The last backup failed/ }).click();
  await expect(card).toBeInViewport();
});

/** Imports the other installation's file in a new installation, and signs in with its account. */
async function moveIn(browser: Browser, viewport: { width: number; height: number } | null, archive: string) {
  const { dataDir, output, url, close } = await startOwnServer({ TRUST_PROXY: "true" });
  // A separate browser context, because cookies do not depend on the port.
  const context = await browser.newContext({ viewport, baseURL: url });
  const page = await context.newPage();
  await expect.poll(output).toContain("/admin/setup#");
  await page.goto(`/admin/setup#${/setup#(\S+)/.exec(output())?.[1] ?? ""}`);
  await page.getByRole("button", { name: "Import from another installation" }).click();
  const notes = join(dataDir, "letter.tar.gz");
  writeFileSync(notes, "Dear aunt");
  await page.getByLabel("Export or backup").setInputFiles(notes);
  await page.getByRole("button", { name: "Check the file and import" }).click();
  await expect(page.getByRole("alert")).toHaveText("This is not a Latchkey backup or export.");
  await expectAccessibleInBoth(page);
  await look(page, "refused");
  const renamed = join(dataDir, "renamed.tar.gz");
  writeFileSync(renamed, "LATCHKEY LOCKED 2\n");
  await page.getByLabel("Export or backup").setInputFiles(renamed);
  await expect(page.getByLabel("Passphrase", { exact: true })).toBeVisible();
  await page.getByLabel("Export or backup").setInputFiles(archive);
  await page.getByRole("button", { name: "Check the file and import" }).click();
  await expect(page.getByText(/^Restored \d+ rows in \d+ tables/)).toBeVisible({ timeout: 20_000 });
  await look(page, "moved");
  await page.getByRole("link", { name: "Sign in" }).click({ timeout: 20_000 });
  await signIn(page);
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await context.close();
  await close();
}

async function look(page: Page, name: string): Promise<void> {
  if (process.env["LOOK"])
    await page.screenshot({ path: `${process.env["LOOK"]}-${name}-${page.viewportSize()?.width ?? 0}.png` });
}

test("after a restore, the host confirms twice that the calendar is complete", async ({ page, own: { dataDir } }) => {
  const database = new Database(join(dataDir, "latchkey.sqlite"));
  database.exec("insert into feed_hold (id, reason, since) values (1, 'restored', '2026-01-05T08:00:00.000Z')");
  database.close();
  await signInByCalls(page);
  await page.goto("/admin/channels");
  const notice = page.getByRole("region", { name: "Bookings may be missing" });
  const complete = notice.getByRole("button", { name: "My calendar is complete" });
  const questions: string[] = [];
  page.once("dialog", (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  await complete.click();
  expect(questions).toEqual([expect.stringContaining("Does your calendar contain every booking?")]);
  await expect(complete).toBeEnabled();
  page.once("dialog", (dialog) => void dialog.accept());
  await complete.click();
  await expect(notice).toBeHidden();
});
