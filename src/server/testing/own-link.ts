import { createLinkStore, ownLinkPath } from "../booking/link-queries.ts";
import type { TestApp, TestResponse } from "./test-app.ts";

/** The path of the link in a guest's booking email. */
export async function ownLinkOf({ database }: Pick<TestApp, "database">, bookingId: string): Promise<string> {
  const path = await ownLinkPath(createLinkStore(database), bookingId);
  if (path === null) throw new Error("this booking does not exist");
  return path;
}

/** Opens a link from an email as a browser with JavaScript does: if it leads to a page with a form, sends the form. */
export async function followLink(
  { send }: Pick<TestApp, "send">,
  link: string,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const opened = await send("GET", link, undefined, headers);
  if (opened.status !== 200) return opened;
  const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  return send("POST", link, "", { ...headers, ...form });
}
