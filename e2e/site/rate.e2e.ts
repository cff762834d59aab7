import Database from "better-sqlite3";
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ADMIN, expect, expectAccessible, signIn, startServer, stop, test as base } from "../support/latchkey.ts";

const test = base.extend<{ baseURL: string; dataDir: string }>({
  dataDir: async ({}, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), "latchkey-rate-"));
    await use(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  },
  baseURL: async ({ dataDir }, use) => {
    const account = { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password };
    const { child, url } = await startServer({ DATA_DIR: dataDir, TRUST_PROXY: "true", ...account });
    await use(url);
    await stop(child);
  },
});

/** The link of the letter, made as the server makes it: the letter itself goes a day after a stay. */
function tokenOf(dataDir: string, bookingId: string): string {
  const database = new Database(join(dataDir, "latchkey.sqlite"), { readonly: true });
  const row = database.prepare("select secret from signing_key where name = 'rating-link'").pluck().get();
  database.close();
  const key = Buffer.from(String(row), "base64url");
  return `${bookingId}.${createHmac("sha256", key).update(`rating.${bookingId}`).digest("base64url")}`;
}

test("a guest rates a stay that is over, and the host shows the words on the site", async ({ page, dataDir }) => {
  await signIn(page);
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const entered = await page.request.post("/api/admin/bookings", {
    data: {
      name: "Ann Perera",
      email: "ann@example.com",
      phone: "",
      checkInDate: day(6),
      checkOutDate: day(4),
      guestCount: 2,
      status: "confirmed",
    },
  });
  expect(entered.status()).toBe(201);
  const { id } = await entered.json();

  await page.goto("/rate/nothing");
  await expect(page.getByRole("heading", { name: "This link opens no stay" })).toBeVisible();
  await page.goto(`/rate/${tokenOf(dataDir, id)}`);
  await expect(page.getByRole("heading", { name: /How was your stay at/ })).toBeVisible();
  await page.getByRole("button", { name: "Send my rating" }).click();
  await expect(page.getByText("Choose one to five stars")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("radio", { name: /Wonderful/ }).check();
  await page.getByLabel("In your words (optional)").fill("Mist in the morning, tea at four.");
  await page.getByRole("button", { name: "Send my rating" }).click();
  await expect(page.getByText(/Thank you!/)).toBeVisible();
  await expectAccessible(page);

  await page.goto("/admin/messaging");
  await page.getByRole("button", { name: "Show on the site" }).click();
  await expect(page.getByRole("button", { name: "Take off the site" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/");
  await expect(page.getByText("Mist in the morning, tea at four.")).toBeVisible();
});
