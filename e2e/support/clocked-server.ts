import { resolve } from "node:path";
import { loadBuiltSite } from "#server/http/built-site.ts";
import { bookStay, GUEST, type StayOverrides } from "#server/testing/given.ts";
import { cookieOf, startTestApp, type TestApp } from "#server/testing/test-app.ts";

/** In this process, with its pages and a clock that the journey moves. */
export async function startClockedServer(): Promise<TestApp> {
  return startTestApp("sqlite", { site: await loadBuiltSite(resolve("dist")) });
}

/** Returns the booking's id and the cookie of the guest's browser. */
export async function bookedBy(server: TestApp, overrides: StayOverrides, guest: typeof GUEST = GUEST) {
  const response = await bookStay(server, overrides, guest);
  if (response.status !== 201) throw new Error(`not booked: ${response.text}`);
  const [name = "", value = ""] = cookieOf(response).split("=");
  return { id: String(response.json.id), cookie: { name, value, url: server.url } };
}
