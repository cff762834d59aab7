import type { Page, TestInfo, ViewportSize } from "@playwright/test";
import { expectNoSidewaysScroll } from "./public-pages.ts";

export const PHONE: ViewportSize = { width: 390, height: 844 };
export const DESKTOP: ViewportSize = { width: 1280, height: 900 };

const files = (names: string[]) => names.map((name) => `**/e2e/${name}.e2e.ts`);

/**
 * What people do on these screens depends on the width, so their journeys run on a phone and on the desktop, except for
 * those with the tag `@phone` or `@desktop`.
 */
const AT_BOTH_WIDTHS = [
  "admin/backups",
  "admin/booking-detail",
  "admin/bookings",
  "admin/calendar",
  "admin/calendar-prices",
  "admin/channels",
  "admin/content",
  "admin/dashboard",
  "admin/every-screen",
  "admin/header",
  "admin/pictures",
  "admin/place",
  "site/landing",
  "site/own-stay",
  "site/photos",
  "site/practical-pages",
  "site/reachable",
  "site/stay-calendar",
  "site/unusual-content",
];

/**
 * All other journeys run once: guest journeys on a phone and host journeys on the desktop, with these exceptions. When
 * they check a screen with axe, they also check it at the other width.
 */
const HOST_ON_A_PHONE = ["admin/conversation", "admin/prices-stopwatch"];
const GUEST_ON_THE_DESKTOP = ["site/found"];

export const ON_A_PHONE = {
  testMatch: files([...AT_BOTH_WIDTHS, "site/*", ...HOST_ON_A_PHONE]),
  testIgnore: files(GUEST_ON_THE_DESKTOP),
  grepInvert: /@desktop/,
};
export const ON_THE_DESKTOP = {
  testMatch: files([...AT_BOTH_WIDTHS, "admin/*", ...GUEST_ON_THE_DESKTOP]),
  testIgnore: files(HOST_ON_A_PHONE),
  grepInvert: /@phone/,
};

/** Also checks that nothing overflows sideways. Does nothing if the journey runs at both widths. */
export async function atTheOtherWidth(page: Page, journey: TestInfo, check: () => Promise<void>): Promise<void> {
  const size = page.viewportSize();
  const runsTwice = AT_BOTH_WIDTHS.some((name) => journey.file.endsWith(`/e2e/${name}.e2e.ts`));
  if (!size || (runsTwice && journey.tags.length === 0)) return;
  await page.setViewportSize(size.width < 1000 ? DESKTOP : PHONE);
  await check();
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(size);
}
