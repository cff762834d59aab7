import { ApiError } from "../../api/client.ts";
import { paths } from "../../lib/paths.ts";

const OUTDATED = "Latchkey has been updated. Copy what you haven't saved, then reload this page.";

/**
 * After an update, the server may no longer understand the calls of a page that was opened before. `script` is the URL
 * of the page's first script, whose name changes whenever any part of the portal's code changes.
 */
export async function explained(refused: ApiError, script: string): Promise<ApiError> {
  // Without a cookie, so that this request does not keep a session alive.
  const request = fetch(paths.admin.login, { credentials: "omit" });
  const page = await request.then((response) => response.text()).catch(() => "");
  const [present = ""] = /\/entry-portal-[^"]+/.exec(page) ?? [];
  return script.endsWith(present) ? refused : new ApiError(refused.status, JSON.stringify({ message: OUTDATED }), "");
}
