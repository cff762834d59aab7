import { adminSignIn, adminSignOut, currentAdmin as currentAdminEndpoint, setUpAdmin } from "#contract/auth.ts";
import type { Mount } from "../http/mount.ts";
import { Problem, signInRequired } from "../http/problem.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import { hashToken } from "../runtime/ids.ts";
import { TooBusy } from "./password-hasher.ts";
import { setUpFirstAdmin, type SetUpNeeds } from "./set-up-admin.ts";
import { openSession, signIn } from "./sign-in.ts";

type Needs = SetUpNeeds & { limit: RateLimit };

export function mountAuth(mount: Mount, needs: Needs): void {
  mount(currentAdminEndpoint, async (_input, call) => (await call.admin()) ?? signInRequired());

  mount(
    adminSignIn,
    async ({ body }, call) => {
      const result = await signIn(needs, body, call.userAgent).catch(busy);
      if (result instanceof Problem) return result;
      if (!result.ok) return new Problem(401, "Invalid credentials. Please try again.");
      if (call.sessionToken) await needs.store.endSession(hashToken(call.sessionToken));
      call.setSessionCookie(result.token);
      return { username: result.username };
    },
    needs.limit,
  );

  mount(adminSignOut, async (_input, call) => {
    if (call.sessionToken) await needs.store.endSession(hashToken(call.sessionToken));
    call.clearSessionCookie();
    return null;
  });

  mount(
    setUpAdmin,
    async ({ body: { token, ...credentials } }, call) => {
      const result = await setUpFirstAdmin(needs, credentials, token).catch(busy);
      if (result instanceof Problem) return result;
      if (!result.ok) {
        return result.reason === "weak-password"
          ? new Problem(400, { message: result.message, fields: { password: result.message } })
          : new Problem(403, "This set-up link is no longer valid. Sign in, or start Latchkey again for a new link.");
      }
      call.setSessionCookie(await openSession(needs, result.adminId, call.userAgent));
      return { username: credentials.username };
    },
    needs.limit,
  );
}

function busy(error: unknown): Problem {
  if (error instanceof TooBusy) {
    return new Problem(503, "Many people are signing in. Please try again in a moment.", { "retry-after": "5" });
  }
  throw error;
}
