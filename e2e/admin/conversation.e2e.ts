import { Buffer } from "node:buffer";
import sharp from "sharp";
import type { Page } from "@playwright/test";
import { bookedBy } from "../support/clocked-server.ts";
import { expect, expectAccessible } from "../support/latchkey.ts";
import { hostCookie, test } from "../support/messages-server.ts";
import { holdSaves } from "../support/held-server.ts";
import { expectNoSidewaysScroll } from "../support/public-pages.ts";

/** For screenshots: `SHOTS=/tmp/shots`. */
const shots = process.env["SHOTS"];
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
};

const photo = async (name: string, background: string) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});
const HEIC = {
  name: "IMG_1.heic",
  mimeType: "image/heic",
  buffer: Buffer.concat([Buffer.from("\0\0\0\u001cftypheic", "latin1"), Buffer.alloc(64)]),
};

test("a guest without JavaScript and a host on a phone exchange twenty messages, some with pictures", async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(180_000);
  const { id, cookie } = await bookedBy(server, { checkInDate: "2026-12-05", checkOutDate: "2026-12-08" });
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  await context.addCookies([cookie]);
  const guest = await context.newPage();
  await guest.goto(`${server.url}/booking/confirmation/${id}`);
  const theirs = guest.locator("#messages");
  const write = async (text: string) => {
    await guest.getByLabel("Your message").fill(text);
    await guest.getByRole("button", { name: "Send message" }).click();
    await expect(guest.getByText("Your message has been sent to your host.")).toBeVisible();
    await expect(guest.getByLabel("Your message")).toHaveValue("");
  };

  await guest.getByLabel("Your message").fill("   ");
  await guest.getByRole("button", { name: "Send message" }).click();
  const problem = guest.getByRole("alert").getByRole("link", { name: "Enter some text" });
  await expect(problem).toBeInViewport();
  await problem.click();
  await expect(guest.getByLabel("Your message")).toBeFocused();

  await page.context().addCookies([await hostCookie(server)]);
  await page.goto("/admin/messages");
  await expect(page.getByText(/^No messages yet/)).toBeVisible();
  const more = page.getByRole("button", { name: /^More/ });
  await expect(more).not.toContainText("unread");

  await write("Message 1: is there parking? See https://example.com/map and <b>this</b>");
  // The open portal is notified.
  await page.getByRole("link", { name: "View the message" }).waitFor();
  await expect(more).toContainText("1 unread");
  const row = page.getByRole("link", { name: /Ann Perera/ });
  await expect(row).toContainText("1 unread");
  await expectAccessible(page);
  await shoot(page, "inbox-390");
  await row.click();

  const log = page.getByRole("log", { name: "Conversation with Ann Perera" });
  await expect(log.getByText("Message 1: is there parking?")).toBeVisible();
  const link = log.getByRole("link", { name: "https://example.com/map" });
  await expect(link).toHaveAttribute("rel", "nofollow ugc noopener noreferrer");
  await expect(more).not.toContainText("unread");
  await expect(page.getByRole("link", { name: "WhatsApp" })).toHaveAttribute("href", "https://wa.me/94771234567");
  await expect(page.getByRole("link", { name: "+94 77 123 4567" })).toHaveAttribute("href", "tel:+94771234567");

  await page.getByRole("button", { name: "Saved replies" }).click();
  await page.getByRole("menuitem", { name: "Edit saved replies..." }).click();
  const dialog = page.getByRole("dialog", { name: "Saved replies" });
  await dialog.getByLabel("Name").fill("Parking");
  await dialog.getByLabel("Text").fill("Message 2: yes, beside the house.");
  await expectAccessible(page);
  await shoot(page, "replies-390");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Saved replies" }).click();
  await page.getByRole("menuitem", { name: "Parking" }).click();
  const answer = page.getByRole("textbox", { name: "Your message" });
  await expect(answer).toHaveValue("Message 2: yes, beside the house.");
  const send = page.getByRole("button", { name: "Send", exact: true });
  page.once("dialog", (question) => void question.dismiss());
  await page.getByRole("link", { name: "Calendar", exact: true }).click();
  await expect(answer).toHaveValue("Message 2: yes, beside the house.");
  const resume = await holdSaves(page, "**/messages");
  await send.click();
  await answer.fill("Message 2: yes, beside the house.\nAnd");
  resume();
  await expect(answer).toHaveValue("And");
  await answer.fill("");
  await expect(log.getByText("Message 2: yes, beside the house.")).toBeVisible();
  await expect(answer).toHaveValue("");

  await guest.getByLabel("Your message").fill("Message 3: the tap drips");
  await guest.getByLabel("Pictures").setInputFiles([HEIC, await photo("tap.jpg", "#8aa")]);
  await guest.getByRole("button", { name: "Send message" }).click();
  await expect(guest.getByRole("alert").getByText("IMG_1.heic: This is an HEIC photo")).toBeInViewport();
  await expect(guest.getByLabel("Your message")).toHaveValue("Message 3: the tap drips");
  await expect(guest.getByRole("checkbox", { name: "Picture 1 of 1" })).toBeChecked();
  await shoot(guest, "guest-refused-390");
  await guest.getByRole("button", { name: "Send message" }).click();
  await expect(guest.getByText("Your message has been sent to your host.")).toBeVisible();
  await expect(theirs.getByRole("link", { name: "Picture 1 of 1, opens full size" })).toBeVisible();
  await expect(theirs.getByRole("img", { name: "Picture 1 of 1" })).toHaveJSProperty("complete", true);

  const small = log.getByRole("button", { name: "Picture from Ann Perera: open full size" });
  await small.click();
  const large = page.getByRole("dialog", { name: "Picture from Ann Perera" });
  await expect(large.getByRole("img")).toHaveJSProperty("naturalWidth", 1200);
  await expectAccessible(page);
  await shoot(page, "picture-390");
  await large.getByRole("button", { name: "Close" }).click();
  await expect(large).toBeHidden();
  await page
    .getByLabel("Picture files")
    .setInputFiles([await photo("spanner.jpg", "#a86"), await photo("tools.jpg", "#684")]);
  const chosen = page.getByRole("list", { name: "Pictures in your reply" });
  await expect(chosen.getByText("Ready to send")).toHaveCount(2);
  await expectAccessible(page);
  await shoot(page, "chosen-390");
  await chosen.getByRole("button", { name: "Remove picture 2, tools.jpg" }).click();
  await answer.fill("Message 4: this is under the sink");
  await send.click();
  await expect(log.getByRole("button", { name: "Picture from host: open full size" })).toBeVisible();
  await expect(chosen).toBeHidden();
  await guest.reload();
  await expect(theirs.getByRole("link", { name: "Picture 1 of 1, opens full size" })).toHaveCount(2);

  for (let number = 5; number <= 20; number += 2) {
    await write(`Message ${number}: a question from the guest`);
    await expect(log.getByText(`Message ${number}: a question from the guest`)).toBeInViewport();
    await answer.fill(`Message ${number + 1}: an answer from the host`);
    await send.click();
    await expect(log.getByText(`Message ${number + 1}: an answer from the host`)).toBeInViewport();
  }
  await expect(log.getByText(/^Message \d+:/)).toHaveCount(20);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await shoot(page, "booking-390");

  await guest.goto(`${server.url}/booking/confirmation/${id}`);
  await expect(theirs.getByText(/^Message \d+:/)).toHaveCount(20);
  await expect(guest.getByText(/host.*portal/i)).toHaveCount(0);
  await expect(log.getByText("Read by the guest")).toHaveCount(0);
  await guest.getByRole("button", { name: "Let my host see it" }).click();
  await expect(guest.getByText("Your host can see which messages you've read.")).toBeVisible();
  await expect(log.getByText("Read by the guest")).toHaveCount(10);
  await shoot(guest, "guest-390");
  await context.close();

  // With JavaScript, which axe needs, and at the narrowest width.
  await page.context().addCookies([cookie]);
  await page.goto(`/booking/confirmation/${id}`);
  await expect(page.locator("#messages").getByText(/^Message \d+:/)).toHaveCount(20);
  await page.getByText("Sent to you by email").first().click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);

  await page.goto("/admin/messages");
  await page.getByLabel("Search").fill("answer ánn");
  await expect(page.getByRole("status").getByText("1 conversation")).toBeAttached();
  await page.getByLabel("Search").fill("nobody wrote this");
  await expect(page.getByText("No conversations match your search.")).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByLabel("Search").fill("");
  await expect(page.getByRole("link", { name: /Ann Perera/ })).toBeVisible();
  await expectAccessible(page);
  await shoot(page, "inbox-1280");
  await page.goto(`/admin/bookings/${id}#conversation`);
  await expect(page.getByRole("log")).toBeInViewport();
  await expectAccessible(page);
  await shoot(page, "booking-1280");
});

test("saved replies that another host has changed or removed in the meantime are not overwritten", async ({
  page,
  server,
}) => {
  const { id } = await bookedBy(server, { checkInDate: "2027-02-05", checkOutDate: "2027-02-08" });
  const { name, value } = await hostCookie(server);
  const address = "/api/admin/quick-replies";
  const cookie = { cookie: `${name}=${value}` };
  const put = async (replies: { title: string; text: string }[]) => {
    const { version } = (await server.send("GET", address, undefined, cookie)).json;
    expect((await server.send("PUT", address, { version, replies }, cookie)).status).toBe(200);
  };
  await put([
    { title: "Towels", text: "In the bathroom." },
    { title: "Taxi", text: "Ask Nimal." },
  ]);
  await page.context().addCookies([await hostCookie(server)]);
  await page.goto(`/admin/bookings/${id}`);
  await page.getByRole("button", { name: "Saved replies" }).click();
  await page.getByRole("menuitem", { name: "Edit saved replies..." }).click();
  const dialog = page.getByRole("dialog", { name: "Saved replies" });
  await dialog.getByRole("button", { name: "Add a reply" }).click();
  await dialog.getByLabel("Name").last().fill("Parking");
  await dialog.getByLabel("Text").last().fill("Yes, beside the house.");

  const theirs = [{ title: "Towels", text: "In the cupboard." }];
  await put(theirs);
  // When the connection is restored, the portal loads the replies again.
  const read = page.waitForResponse(`**${address}`);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await read;
  const save = dialog.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await expect(dialog.getByText("The saved replies have changed in the meantime.")).toBeVisible();
  const stored = async () => (await server.send("GET", address, undefined, cookie)).json.replies;
  expect(await stored()).toEqual(theirs);
  await expect(dialog.getByLabel("Name").first()).toHaveValue("Parking");
  await expect(dialog.getByLabel("Name").last()).toHaveValue("Towels");
  await save.click();
  await expect(dialog).toBeHidden();
  expect(await stored()).toEqual([{ title: "Parking", text: "Yes, beside the house." }, ...theirs]);
});
