import { chromium } from "@playwright/test";

/** What someone who knows only the URL may read (S12). */
const ALLOWED = new Set(
  [
    "id reference status endedAs payNoteApplies checkInDate checkOutDate nights guestCount totalAmount",
    "property.name property.location property.imageUrl guestMasked linkByMail freeCancellationUntil",
    "guest.name guest.email guest.phone waiting acts arrival cancellationFee cancellationFeeDue specialRequests",
    "priceLines.label priceLines.quantity priceLines.unitAmount priceLines.amount",
    "freeCancellationOver agreedMinimumNights changeRequest",
    "currency lines.kind lines.from lines.quantity lines.unitCents lines.amountCents cancellation.from cancellation.amountCents",
  ].flatMap((line) => line.split(" ")),
);
/** Null for strangers. */
const EMPTY = ["acts", "arrival", "cancellationFee", "cancellationFeeDue", "changeRequest", "specialRequests"];

/** What should not be in a response to a stranger. */
export function tooMuch(response: Record<string, unknown>, secrets: string[]): string[] {
  const fields = leaves(response).filter((path) => !ALLOWED.has(path));
  const filled = EMPTY.filter((name) => response[name] !== null);
  const text = JSON.stringify(response);
  return [...fields, ...filled, ...secrets.filter((secret) => text.includes(secret))];
}

function leaves(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => leaves(one, path));
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, path ? `${path}.${name}` : name));
}

/** These headers keep the page out of caches, search engines and other sites' logs. */
export function missingHeaders(headers: Headers): string[] {
  const expected = { "cache-control": "no-store", "referrer-policy": "same-origin", "x-robots-tag": "noindex" };
  return Object.entries(expected).flatMap(([name, word]) => (headers.get(name)?.includes(word) ? [] : [name]));
}

/** In Chromium. As the negative control, `spoil` adds such a request to the page. */
export async function thirdPartyRequests(
  origin: string,
  paths: string[],
  spoil?: (html: string) => string,
): Promise<string[]> {
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  const page = await browser.newPage();
  const others: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith("data:")) others.push(request.url());
  });
  if (spoil) {
    await page.route("**/booking/confirmation/**", async (route) => {
      const response = await route.fetch();
      const { "content-security-policy": _policy, ...headers } = response.headers();
      await route.fulfill({ response: response, headers, body: spoil(await response.text()) });
    });
  }
  for (const path of paths) {
    await page.goto(origin + path);
    // Half a second without network traffic: scripts and pictures have loaded.
    await page.waitForLoadState("networkidle");
  }
  await browser.close();
  return others;
}
