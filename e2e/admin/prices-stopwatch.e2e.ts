import { mkdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import { createHand } from "../support/hand.ts";
import { signInByCalls } from "../support/bookings.ts";
import { expect, test } from "../support/latchkey.ts";
import { serverWith } from "../support/seeded-server.ts";

/**
 * No person was timed: the journey counts physical actions, and the keystroke-level model (Card, Moran and Newell 1980,
 * for an average typist) converts the counts into seconds. The estimate assumes that the host reads every heading,
 * question and label on the way once, at 200 words a minute.
 */
const LIMIT_S = 4 * 60;

let server: Awaited<ReturnType<typeof serverWith>>;
test.beforeAll(async () => {
  server = await serverWith([]);
});
test.afterAll(() => server.close());

test("a host sets up seasons, a weekend price, a minimum stay, a cleaning fee and a 10% weekly discount within four minutes", async ({
  page,
}, { project }) => {
  await signInByCalls(page, server.url);
  await page.goto(`${server.url}/admin/dashboard`);
  const hand = createHand();
  const { tap, type, choose } = hand;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const season = async (name: string, months: [string, string, string, string], price: string) => {
    await type(page.getByLabel("Name of the season").last(), name);
    const group = page.getByRole("group", { name, exact: true });
    await choose(group.getByLabel("First night: month"), months[0]);
    await choose(group.getByLabel("First night: day"), months[1]);
    await choose(group.getByLabel("Last night: month"), months[2]);
    await choose(group.getByLabel("Last night: day"), months[3]);
    await type(group.getByLabel("Price per night"), price);
  };

  const begun = Date.now();
  await tap(page.getByRole("link", { name: "Set prices and stay rules" }));
  await tap(button("Do weekends cost more?"));
  await type(page.getByLabel("Price per weekend night"), "180");
  // These sections start with the values that the journey needs.
  await tap(button("Is there a minimum stay?"));
  await tap(button("Do some seasons cost more or less?"));
  await season("Christmas", ["Dec", "18", "Jan", "6"], "240");
  await tap(button("Add a season"));
  await season("Low", ["May", "1", "Jun", "30"], "120");
  await tap(button("Do longer stays get a discount?"));
  await expect(page.getByLabel("From (nights)")).toHaveValue("7");
  await expect(page.getByLabel("Discount (%)")).toHaveValue("10");
  await tap(button("Do you charge a cleaning fee?"));
  await expect(page.getByLabel("Cleaning fee per stay")).toHaveValue("30");
  const words = await wordsOf(page);
  await screenshot(page, project.name);
  await tap(button("Save prices"));
  await expect(page.getByText("Guests see them now.").first()).toBeVisible();
  const machineSeconds = (Date.now() - begun) / 1000;

  const { prices } = await (await page.request.get(`${server.url}/api/prices`)).json();
  expect(prices).toMatchObject({
    everyNight: { priceCents: 15_000, weekendPriceCents: 18_000, minimumNights: 2 },
    seasons: [
      { name: "Christmas", from: "12-18", to: "01-06", priceCents: 24_000 },
      { name: "Low", from: "05-01", to: "06-30", priceCents: 12_000 },
    ],
    longerStays: [{ nights: 7, percent: 1000 }],
    cleaningCents: 3000,
  });
  const seconds = hand.seconds(words);
  const figures = { ...hand.counted, words, machineSeconds: Math.round(machineSeconds), estimatedSeconds: seconds };
  test.info().annotations.push({ type: "figures", description: JSON.stringify(figures) });
  if (process.env["SHOTS"]) console.log(JSON.stringify(figures));
  expect(seconds).toBeLessThan(LIMIT_S);
});

/** The words to read in the form: the questions, titles, explanations and labels. */
async function wordsOf(page: Page): Promise<number> {
  const texts = await page.locator("main form").evaluate((column) => {
    const shown = column.cloneNode(true);
    if (!(shown instanceof HTMLElement)) return "";
    // The host does not read the options of a closed drop-down list.
    for (const list of shown.querySelectorAll("select, .sr-only")) list.remove();
    for (const part of shown.querySelectorAll("*")) part.append(" ");
    return shown.textContent ?? "";
  });
  return texts.split(/\s+/).filter((word) => /[A-Za-z]/.test(word)).length;
}

async function screenshot(page: Page, name: string): Promise<void> {
  if (!process.env["SHOTS"]) return;
  mkdirSync("/tmp/prices-shots", { recursive: true });
  await page.screenshot({ path: `/tmp/prices-shots/screen-${name}.png`, fullPage: true });
}
