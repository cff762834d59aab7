import { resolve } from "node:path";
import { loadBuiltSite } from "#server/http/built-site.ts";
import { bookStay, GUEST, type Wanted } from "#server/testing/given.ts";
import { cookieOf, startTestApp, type TestApp } from "#server/testing/test-app.ts";

/** The real server with its pages, in this process, with a clock that the journey moves. */
export async function startClockedServer(): Promise<TestApp> {
  return startTestApp("sqlite", { site: await loadBuiltSite(resolve("dist")) });
}

/** Books a stay. Returns its id and the cookie of the guest's browser. */
export async function bookedBy(server: TestApp, wanted: Wanted, guest: typeof GUEST = GUEST) {
  const answer = await bookStay(server, wanted, guest);
  if (answer.status !== 201) throw new Error(`not booked: ${answer.text}`);
  const [name = "", value = ""] = cookieOf(answer).split("=");
  return { id: String(answer.json.id), cookie: { name, value, url: server.url } };
}
