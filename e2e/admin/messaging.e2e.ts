import type { Page } from "@playwright/test";
import { bookStay } from "#server/testing/given.ts";
import { expect, expectAccessible } from "../support/latchkey.ts";
import { hostCookie, test } from "../support/messages-server.ts";

test("the host sees which messages guests get and when, and reads, edits and sends them", async ({ page, server }) => {
  await page.context().addCookies([await hostCookie(server)]);
  await page.goto("/admin/messaging");
  await expect(page.getByText("No scheduled messages found")).toBeVisible();
  expect((await bookStay(server, { checkInDate: "2026-12-05", checkOutDate: "2026-12-08" })).status).toBe(201);
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    const next = page.getByText(/^Next: Check-in Reminder to Ann Perera by email/);
    await expect(next).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByText("Booking #").first()).toBeVisible();
  await expect(page.getByText("Scheduled", { exact: true })).toHaveCount(3);
  await expect(page.getByText(/Sent (Mon|Tue|Wed|Thu|Fri|Sat|Sun)/).first()).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Open Check-out Reminder for Ann Perera" }).click();
  const dialog = page.getByRole("dialog", { name: "Check-out Reminder" });
  await expect(dialog.getByText(/Good morning Ann/)).toBeVisible();
  await dialog.getByRole("button", { name: "Edit" }).click();
  await dialog.getByRole("textbox", { name: "Text" }).fill("Leave the key, {guestFirstName}. {wifi}");
  await expect(dialog.getByText("We don't know the field {wifi}. Use a field from the list.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Text" }).fill("Leave the key under the pot, {guestFirstName}.");
  await expect(dialog.getByRole("article").getByText("Leave the key under the pot, Ann.")).toBeVisible();
  await expectAccessible(page);
  const listed = await (await page.request.get("/api/admin/scheduled-messages")).json();
  const { id, version } = listed.find((one: { messageType: string }) => one.messageType === "check_out_reminder");
  const theirs = { subject: "Goodbye", body: "Lock the gate, please.", version };
  expect((await page.request.put(`/api/admin/scheduled-messages/${id}`, { data: theirs })).status()).toBe(200);
  await page.evaluate(() => dispatchEvent(new Event("offline")) && dispatchEvent(new Event("online")));
  await expect(dialog.getByText("Lock the gate, please.")).toBeVisible();
  await dialog.getByRole("button", { name: "Save text" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByRole("button", { name: "Save text" }).click();
  await dialog.getByRole("button", { name: "Send now" }).click();
  await expect(dialog.getByRole("alert")).toContainText("gets it early and it won't go out again");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Keep the scheduled time" }).click();
  await dialog.getByRole("button", { name: "Send now" }).click();
  await dialog.getByRole("button", { name: "Send it early" }).click();
  await expect(dialog).toBeHidden();
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByText("Goodbye", { exact: true }).click({ timeout: 500 });
  }).toPass();
  await expect(page.getByText("Leave the key under the pot, Ann.")).toBeVisible();

  await page.getByRole("button", { name: "Edit text of Feedback Request" }).click();
  const text = page.getByRole("dialog", { name: "Feedback Request: text" });
  await text.getByLabel("Subject").fill("{guestFirstName}, how was it?");
  await expect(text.getByRole("article").getByText("Ann, how was it?")).toBeVisible();
  await text.getByRole("button", { name: "Save text" }).click();
  await expect(page.getByText("24 hours after check-out · your own text")).toBeVisible();

  await page.getByRole("button", { name: "Send a test email" }).click();
  await expect(page.getByText(/We.re sending a test email to /)).toBeVisible();
});

/** For screenshots: `SHOTS=/tmp/shots`. */
const shots = process.env["SHOTS"];
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
};

test("the host adds a custom message, previews it with a real booking, turns it off and deletes it", async ({
  page,
  server,
}) => {
  test.setTimeout(120_000);
  await page.context().addCookies([await hostCookie(server)]);
  expect((await bookStay(server, { checkInDate: "2026-12-05", checkOutDate: "2026-12-08" })).status).toBe(201);
  await page.goto("/admin/messaging");
  await page.getByRole("button", { name: "Add a message" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a message" });
  await dialog.getByRole("button", { name: "Save" }).click();
  const summary = dialog.getByRole("alert", { name: "Please check the message" });
  await expect(summary).toBeFocused();
  await summary.getByRole("link", { name: "Subject: Enter a subject" }).click();
  await expect(dialog.getByLabel("Subject")).toBeFocused();
  await summary.getByRole("link", { name: "Name: Enter a name" }).click();
  await expect(dialog.getByLabel("Name", { exact: true })).toBeFocused();
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveAccessibleDescription(/Enter a name/);
  await dialog.getByLabel("Time of day").fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await summary.getByRole("link", { name: "When it is sent, Time of day: Enter a time of day" }).click();
  await expect(dialog.getByLabel("Time of day")).toBeFocused();
  await dialog.getByLabel("Name", { exact: true }).fill("Sunday market");
  await dialog.getByLabel("Number", { exact: true }).fill("3");
  await dialog.getByLabel("Time of day").fill("18:30");
  await dialog.getByLabel("Subject").fill("The market, {guestFirstName}");
  await dialog.getByRole("textbox", { name: "Text" }).fill("It opens at seven on Sundays.\n\nSee you on {checkIn}!");
  await dialog.getByLabel("Preview with").selectOption({ index: 1 });
  await expect(dialog.getByText("This guest would get it on Wed, Dec 2, 2026, 6:30 PM.")).toBeVisible();
  await expect(dialog.getByRole("article").getByText("See you on Saturday, December 5, 2026!")).toBeVisible();
  await dialog.getByLabel("Language of the text").selectOption("German");
  await expect(dialog.getByText("Guests get the English text until you translate it here.")).toBeVisible();
  await dialog.getByLabel("Subject").fill("Der Markt, {guestFirstName}");
  await dialog.getByRole("textbox", { name: "Text" }).fill("Anreise: {checkIn}");
  await expect(dialog.getByRole("article").getByText("Anreise: Samstag, 5. Dezember 2026")).toBeVisible();
  await expectAccessible(page);
  await shoot(page, "custom-dialog-390");
  await dialog.getByRole("button", { name: "Send it to yourself" }).click();
  await expect(dialog.getByText(/^We.re sending a test email to \S+\.$/)).toBeVisible();
  // The server adds the message, but its response never arrives.
  const requests = "**/api/admin/custom-messages";
  await page.route(requests, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    return route.abort("connectionreset");
  });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("We can't reach the server.");
  await page.unroute(requests);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();

  const card = page.getByRole("region", { name: "Your own messages" });
  await expect(
    card.getByText("3 days before check-in, at 6:30 PM. 1 is waiting to be sent. Also in German."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Open Sunday market for Ann Perera" })).toBeVisible();
  await expectAccessible(page);
  await shoot(page, "custom-390");
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expectAccessible(page);
  await shoot(page, "custom-1280");
  await card.getByRole("switch", { name: "Sunday market" }).click();
  await expect(card.getByText("Switched off.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Open Sunday market for Ann Perera" })).toHaveCount(1);
  await expect(page.getByText(/you have changed, switched off or deleted this message/)).toBeVisible();

  await card.getByRole("button", { name: "Edit Sunday market" }).click();
  const editing = page.getByRole("dialog", { name: "Message: Sunday market" });
  await expect(editing.getByLabel("Number", { exact: true })).toHaveValue("3");
  await shoot(page, "custom-dialog-1280");
  page.once("dialog", (dialog) => void dialog.accept());
  await editing.getByRole("button", { name: "Delete" }).click();
  await expect(editing).toBeHidden();
  await expect(card.getByRole("switch")).toHaveCount(0);
});

test("if another host saves a text first, what this host has typed is kept, and the next save includes both changes", async ({
  page,
  server,
}) => {
  await page.context().addCookies([await hostCookie(server)]);
  const message = {
    title: "Sunday market",
    timing: { event: "check-in", side: "before", amount: 3, unit: "days", time: "18:30" },
    on: true,
    texts: { en: { subject: "The market", body: "It opens at seven." } },
  };
  const custom = "/api/admin/custom-messages";
  const added = await (await page.request.post(custom, { data: message })).json();
  await page.goto("/admin/messaging");

  await page.getByRole("button", { name: "Edit text of Feedback Request" }).click();
  const text = page.getByRole("dialog", { name: "Feedback Request: text" });
  await text.getByRole("textbox", { name: "Text" }).fill("How was your stay?");
  const theirs = { subject: "Your stay", body: "Was the house warm?", language: "en", version: 0 };
  const template = "/api/admin/message-templates/feedback_request";
  expect((await page.request.put(template, { data: theirs })).status()).toBe(200);
  await text.getByRole("button", { name: "Save text" }).click();
  await expect(text.getByRole("alert")).toContainText("This text has changed in the meantime.");
  await expect(text.getByText("Was the house warm?")).toBeVisible();
  await expect(text.getByRole("textbox", { name: "Text" })).toHaveValue("How was your stay?");
  await expectAccessible(page);
  await text.getByRole("button", { name: "Save text" }).click();
  await expect(text).toBeHidden();
  await page.getByRole("button", { name: "Edit text of Feedback Request" }).click();
  await expect(text.getByLabel("Subject")).toHaveValue("Your stay");
  await expect(text.getByRole("textbox", { name: "Text" })).toHaveValue("How was your stay?");
  await text.getByRole("button", { name: "Back" }).click();

  // This time, the other host turns the message off.
  await page.getByRole("button", { name: "Edit Sunday market" }).click();
  const dialog = page.getByRole("dialog", { name: "Message: Sunday market" });
  await dialog.getByLabel("Language of the text").selectOption("German");
  await dialog.getByLabel("Subject").fill("Der Markt");
  await dialog.getByRole("textbox", { name: "Text" }).fill("Er öffnet um sieben.");
  const { id, version } = added.message;
  const off = { message: { ...message, on: false }, version };
  expect((await page.request.put(`${custom}/${id}`, { data: off })).status()).toBe(200);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("This message has changed in the meantime.");
  await expect(dialog.getByText("Send this message: no")).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "Text" })).toHaveValue("Er öffnet um sieben.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  const { messages } = await (await page.request.get(custom)).json();
  const german = { subject: "Der Markt", body: "Er öffnet um sieben." };
  expect(messages).toMatchObject([{ on: false, texts: { ...message.texts, de: german } }]);
});

test("a guest without JavaScript opts in to WhatsApp, gets messages there and by email, and rates the stay via a link", async ({
  page,
  server,
  browser,
}) => {
  const guest = await (
    await browser.newContext({ javaScriptEnabled: false, baseURL: server.url, viewport: page.viewportSize() })
  ).newPage();
  await guest.goto("/book?in=2026-12-05&out=2026-12-08&guests=2");
  await guest.getByLabel("Guest name").fill("Ann Perera");
  await guest.getByLabel("Email").fill("ann@example.com");
  await guest.getByLabel("Phone").fill("+94 77 123 4567");
  const box = guest.getByRole("checkbox", { name: /on WhatsApp/ });
  await expect(box).not.toBeChecked();
  await box.check();
  await guest.getByRole("button", { name: "Book Now" }).click();
  await guest.waitForURL("**/booking/confirmation/*");

  type Email = { channel: string; recipient: string; subject: string; content: string };
  let cookie = await hostCookie(server);
  const emails = async (): Promise<Email[]> => {
    const { json } = await server.send("GET", "/api/admin/mailbox", undefined, {
      cookie: `${cookie.name}=${cookie.value}`,
    });
    return json;
  };
  const byWhatsapp = async () =>
    (await emails()).filter(({ channel }) => channel === "whatsapp").map(({ recipient }) => recipient);
  await expect.poll(byWhatsapp).toEqual(["+94771234567"]);

  server.clock.set("2026-12-09T06:00:00Z");
  cookie = await hostCookie(server);
  const link = async () =>
    (await emails()).map(({ content }) => /https?:\/\/[^/\s]+(\/rate\/\S+)/.exec(content)?.[1]).find(Boolean);
  await expect.poll(link).toBeTruthy();
  await guest.goto("/rate/nothing");
  await expect(guest.getByRole("heading", { name: "This link doesn't work" })).toBeVisible();
  await guest.goto((await link()) ?? "");
  await expect(guest.getByRole("heading", { name: /How was your stay at/ })).toBeVisible();
  await guest.getByLabel("Tell us more (optional)").fill("Mist in the morning, tea at four.");
  await guest.getByRole("button", { name: "Send my rating" }).click();
  await expect(guest.getByRole("alert")).toHaveText("Choose one to five stars");
  await expect(guest.getByLabel("Tell us more (optional)")).toHaveValue("Mist in the morning, tea at four.");
  await guest.getByRole("radio", { name: /Wonderful/ }).check();
  await guest.getByRole("button", { name: "Send my rating" }).click();
  await expect(guest.getByRole("heading", { name: "Thank you, Ann!" })).toBeVisible();
  await expect(guest.getByRole("radio", { name: /Wonderful/ })).toBeChecked();
  await page.goto((await link()) ?? "");
  await expect(page.getByRole("button", { name: "Change my rating" })).toBeVisible();
  await expectAccessible(page);

  await page.context().addCookies([cookie]);
  await page.goto("/admin/messaging");
  await expect(page.getByText("WhatsApp template: welcome")).toBeVisible();
  await page.getByRole("button", { name: "Show on website" }).click();
  await expect(page.getByRole("button", { name: "Remove from website" })).toBeVisible();
  const { json: site } = await server.send("GET", "/api/site");
  expect(JSON.stringify(site.testimonials)).toContain("Mist in the morning, tea at four.");
  await guest.context().close();
});
