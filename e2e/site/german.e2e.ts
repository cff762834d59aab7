import type { Page } from "@playwright/test";
import { expect } from "../support/latchkey.ts";
import { hostCookie, test } from "../support/messages-server.ts";

// A guest who reads German, on a phone: from the first page to the cancellation, with and without JavaScript.

async function switchGermanOn(url: string, cookie: string): Promise<void> {
  const response = await fetch(`${url}/api/admin/settings`, {
    method: "PUT",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify({ languages: ["de"] }),
  });
  expect(response.status).toBe(200);
}

async function fill(page: Page): Promise<void> {
  await page.getByLabel("Name des Gastes").fill("Anna Schäfer");
  await page.getByLabel("E-Mail", { exact: true }).fill("anna@example.com");
  await page.getByLabel("Telefon").fill("+49 170 1234567");
}

for (const script of [true, false]) {
  test.describe(script ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled: script, locale: "en-US" });

    test("a guest finds the German pages, books, opens the link in the email, and cancels", async ({
      page,
      server,
    }) => {
      const { name, value } = await hostCookie(server);
      const cookie = `${name}=${value}`;
      await switchGermanOn(server.url, cookie);
      await page.goto("/");
      await page.getByRole("link", { name: "Deutsch" }).click();
      await expect(page).toHaveURL(/\/de\/$/);
      await expect(page.locator("html")).toHaveAttribute("lang", "de");
      await page.getByRole("link", { name: "Buchen", exact: true }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Aufenthalt buchen");
      await page.getByLabel("Anreise", { exact: true }).fill("2026-12-10");
      await page.getByLabel("Abreise", { exact: true }).fill("2026-12-13");
      await fill(page);
      await page.getByRole("button", { name: "Zahlungspflichtig buchen" }).click();
      await page.waitForURL("**/de/booking/confirmation/*");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ihr Aufenthalt ist gebucht");

      const emails = () => mailbox(server.url, cookie);
      await expect.poll(emails).toMatch(/Ihr Aufenthalt in [^"]+ ist gebucht \(LK-\w+\)/);
      const link = /\/booking\/link\/[\w-]+\/[\w-]+/.exec(await emails())?.[0] ?? "";
      await page.goto(link);
      if (!script) await page.getByRole("button", { name: "Buchung öffnen" }).click();
      await expect(page).toHaveURL(/\/de\/booking\/confirmation\//);
      await page.getByText("Diese Buchung stornieren").click();
      await page.getByRole("button", { name: "Buchung stornieren" }).click();
      await expect(page.getByText("Ihre Buchung ist kostenlos storniert.")).toBeVisible();
      await expect.poll(emails).toMatch(/Ihre Buchung LK-\w+ wurde storniert/);
    });
  });
}

/** As JSON text. */
async function mailbox(url: string, cookie: string): Promise<string> {
  return (await fetch(`${url}/api/admin/mailbox`, { headers: { cookie } })).text();
}

test("switching the language keeps the number of guests and the input", async ({ page, server }) => {
  const { name, value } = await hostCookie(server);
  await switchGermanOn(server.url, `${name}=${value}`);
  await page.goto("/book");
  await page.getByLabel("Guest name").fill("Anna Schäfer");
  await page.getByLabel("Number of guests").fill("4");
  await expect(page).toHaveURL(/guests=4/);
  await page.getByRole("link", { name: "Deutsch" }).click();
  await expect(page).toHaveURL(/\/de\/book\?.*guests=4/);
  await expect(page.getByLabel("Name des Gastes")).toHaveValue("Anna Schäfer");
  await expect(page.getByLabel("Anzahl der Gäste")).toHaveValue("4");
});

/** Sends the booking form with dates before the page's script has loaded. The form is refused: other fields are empty. */
async function sendDatesEarly(page: Page): Promise<void> {
  const script = "**/assets/*.js";
  await page.route(script, (route) => route.abort());
  await page.goto("/book");
  await page.getByLabel("Guest name").fill("Anna");
  await page.getByLabel("Check-in", { exact: true }).fill("2026-12-10");
  await page.getByLabel("Check-out", { exact: true }).fill("2026-12-13");
  await page.unroute(script);
  await page.getByLabel("Check-in", { exact: true }).evaluate((field: HTMLInputElement) => field.form?.submit());
  await expect(page.getByLabel("Check-out", { exact: true })).toHaveValue("2026-12-13");
  // By then, the script has loaded.
  await page.waitForLoadState("networkidle");
}

test("switching the language keeps what was entered in a form that was sent before the script had loaded", async ({
  page,
  server,
}) => {
  const { name, value } = await hostCookie(server);
  await switchGermanOn(server.url, `${name}=${value}`);
  await sendDatesEarly(page);
  await page.getByRole("link", { name: "Deutsch" }).click();
  await expect(page).toHaveURL(/\/de\/book\?in=2026-12-10&out=2026-12-13/);
  await expect(page.getByLabel("Anreise", { exact: true })).toHaveValue("2026-12-10");
  await expect(page.getByLabel("Name des Gastes")).toHaveValue("Anna");
});

test("switching the language does not bring back the dates of such a form that the guest has cleared", async ({
  page,
  server,
}) => {
  const { name, value } = await hostCookie(server);
  await switchGermanOn(server.url, `${name}=${value}`);
  await sendDatesEarly(page);
  await page.getByLabel("Check-in", { exact: true }).fill("");
  await page.getByLabel("Check-out", { exact: true }).fill("");
  await page.getByRole("link", { name: "Deutsch" }).click();
  await expect(page).toHaveURL(/\/de\/book/);
  await expect(page.getByLabel("Name des Gastes")).toHaveValue("Anna");
  await expect(page.getByLabel("Anreise", { exact: true })).toHaveValue("");
  await expect(page.getByLabel("Abreise", { exact: true })).toHaveValue("");
});
