import * as contract from "#contract/auth.ts";
import { adminOf } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { notFound, Problem, signInRequired } from "../http/problem.ts";
import { type RateLimit, tooManyAttempts } from "../http/rate-limit.ts";
import { hashToken } from "../runtime/ids.ts";
import { confirmCode } from "./confirm-code.ts";
import { type DemoCredentials, signInDemo } from "./demo-account.ts";
import { emailSignInLink, openSignInLink, type SignInLinkNeeds } from "./email-sign-in-link.ts";
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
  type SecondFactorNeeds,
  WRONG_PASSWORD,
} from "./enrol-second-factor.ts";
import { forgetDevice, listDevices } from "./list-devices.ts";
import { endOneSession, listSessions } from "./list-sessions.ts";
import { mountPeople, type PeopleRouteNeeds } from "./people-routes.ts";
import { mountPasskeys, type PasskeyRouteNeeds } from "./passkey-routes.ts";
import { deviceOf } from "./known-device.ts";
import { readSetUpState, setUpFirstAdmin } from "./set-up-admin.ts";
import {
  busy,
  openFirstSession,
  renewSession,
  replaceSession,
  weakCredentials,
  wrongPassword,
} from "./session-answers-routes.ts";
import { type Refused, signIn, type SignInNeeds } from "./sign-in.ts";

export type AuthRouteNeeds = SignInNeeds &
  SecondFactorNeeds &
  SignInLinkNeeds &
  PasskeyRouteNeeds &
  PeopleRouteNeeds & {
    setUpLimit: RateLimit;
    /** How many emails with a link one network may request. */
    linkLimit: RateLimit;
    idleMs: () => Promise<number>;
    /** Null in an installation that takes real bookings. */
    demo: () => DemoCredentials | null;
  };

export function mountAuth(mount: Mount, needs: AuthRouteNeeds): void {
  mountSignIn(mount, needs);
  mountSessions(mount, needs);
  mountSecondFactor(mount, needs);
  mountPasskeys(mount, needs);
  mountPeople(mount, needs);
}

function mountSignIn(mount: Mount, needs: AuthRouteNeeds): void {
  mount(contract.adminSignIn, async ({ body }, call) => {
    const result = await signIn(needs, body, call).catch(busy);
    if (result instanceof Problem) return result;
    if (!result.ok) return refusal(result);
    if (result.next === "code") {
      call.setSignInCookie(result.token);
      return { secondFactor: "required" as const };
    }
    await replaceSession(needs, call, result);
    return { username: result.username };
  });

  mount(contract.adminSecondFactor, async ({ body }, call) => {
    const result = await confirmCode(needs, call.signInToken, body, call);
    if (result.ok) {
      await replaceSession(needs, call, result);
      return { username: result.username };
    }
    switch (result.reason) {
      case "wrong":
        return new Problem(
          401,
          "This code is wrong, or has already been used. Wait for the next code in your app, or use another recovery code.",
        );
      case "over":
        return new Problem(
          401,
          "This sign-in took too long, or there were too many attempts. Start again with your password.",
        );
      case "locked":
        return refusal({ ok: false, reason: "locked" });
    }
  });

  mount(
    contract.emailSignInLink,
    async () =>
      (await emailSignInLink(needs))
        ? null
        : new Problem(
            409,
            "This site can't email you a link, because its email account, its contact email or PUBLIC_URL has not been set up.",
          ),
    needs.linkLimit,
  );

  mount(
    contract.openSignInLink,
    async ({ body }, call) => {
      const deviceToken = await openSignInLink(needs, body.token, call.userAgent);
      if (!deviceToken) return new Problem(410, "This link has been used or is too old. Ask for a new one.");
      call.setDeviceCookie(deviceToken);
      return null;
    },
    needs.setUpLimit,
  );

  mount(contract.setUpState, ({ body }) => readSetUpState(needs, body.token));

  mount(
    contract.setUpAdmin,
    async ({ body: { token, ...credentials } }, call) => {
      const result = await setUpFirstAdmin(needs, credentials, token).catch(busy);
      if (result instanceof Problem) return result;
      if (!result.ok) {
        return result.reason === "weak"
          ? weakCredentials(result)
          : new Problem(403, "This set-up link is no longer valid. Sign in, or start Latchkey again for a new link.");
      }
      await needs.record({ actor: credentials.username, act: "Set up the portal", subject: "Account" });
      await openFirstSession(needs, call, result.adminId);
      return { username: credentials.username };
    },
    needs.setUpLimit,
  );

  mount(
    contract.demoSignIn,
    async ({ body }, call) => {
      const demo = needs.demo();
      if (!demo) return notFound("This endpoint does not exist.");
      const present = await call.admin();
      if (present) return { username: present.username };
      const token = await signInDemo(needs, demo, body, call.userAgent);
      if (!token) return new Problem(401, "Invalid credentials. Please try again.");
      call.setSessionCookie(token, { kept: false });
      return { username: demo.username };
    },
    needs.setUpLimit,
  );
}

function mountSessions(mount: Mount, needs: AuthRouteNeeds): void {
  mount(contract.currentAdmin, (_input, call) => adminOf(call));

  // SPEC 7 has two endpoints for signing out; both are idempotent.
  for (const signOut of [contract.adminSignOut, contract.headerSignOut]) {
    mount(signOut, async (_input, call) => {
      const admin = await call.admin();
      if (call.sessionToken) await needs.store.endSession(hashToken(call.sessionToken));
      if (admin) await needs.record({ actor: admin.username, act: "Signed out", subject: "Account" });
      call.clearSession();
      return null;
    });
  }

  mount(contract.adminSessions, async (_input, call) => listSessions(needs, await adminOf(call)));

  mount(contract.endAdminSession, async ({ params }, call) => {
    const admin = await adminOf(call);
    if (!(await endOneSession(needs, admin, params.id, deviceOf(call))))
      return notFound("This session has already ended.");
    await needs.record({ actor: admin.username, act: "Signed out another device", subject: "Account" });
    return null;
  });

  mount(contract.knownDevices, async (_input, call) => listDevices(needs, await adminOf(call), call.deviceToken));

  mount(contract.forgetKnownDevice, async ({ params }, call) => {
    const admin = await adminOf(call);
    if (!(await forgetDevice(needs, admin, params.id))) return notFound("This device has already been forgotten.");
    await needs.record({ actor: admin.username, act: "Forgot a known device", subject: "Account" });
    return null;
  });

  mount(contract.endAllAdminSessions, async (_input, call) => {
    const admin = await adminOf(call);
    await needs.store.endSessionsOf(admin.id, deviceOf(call));
    await needs.record({ actor: admin.username, act: "Signed out everywhere", subject: "Account" });
    call.clearSession();
    return null;
  });
}

function mountSecondFactor(mount: Mount, needs: AuthRouteNeeds): void {
  mount(contract.beginSecondFactor, async ({ body }, call) => {
    const admin = await adminOf(call);
    if (admin.secondFactor) return new Problem(409, "Two-factor sign-in is already on.");
    const begun = await renewSession(needs, call, admin, (renewal) =>
      beginSecondFactor(needs, admin, body.password, renewal),
    ).catch(busy);
    return begun instanceof Problem || begun.ok ? begun : notChanged(begun.reason);
  });

  mount(contract.enableSecondFactor, async ({ body }, call) => {
    const admin = await adminOf(call);
    const enabled = await renewSession(needs, call, admin, (renewal) =>
      enableSecondFactor(needs, admin, body.code, renewal),
    );
    return enabled.ok ? enabled : notChanged(enabled.reason);
  });

  mount(contract.disableSecondFactor, async ({ body }, call) => {
    const admin = await adminOf(call);
    const disabled = await renewSession(needs, call, admin, (renewal) =>
      disableSecondFactor(needs, admin, body.password, renewal),
    ).catch(busy);
    if (disabled instanceof Problem) return disabled;
    if (disabled.ok) return null;
    return disabled.reason === "weak-password" ? wrongPassword(disabled.message) : notChanged(disabled.reason);
  });

  mount(contract.renewRecoveryCodes, async ({ body }, call) => {
    const admin = await adminOf(call);
    if (!admin.secondFactor) return new Problem(409, "Turn on two-factor sign-in first.");
    const renewed = await renewSession(needs, call, admin, (renewal) =>
      renewRecoveryCodes(needs, admin, body.password, renewal),
    ).catch(busy);
    return renewed instanceof Problem || renewed.ok ? renewed : notChanged(renewed.reason);
  });
}

function notChanged(reason: "wrong-password" | "wrong-code" | "signed-out"): Problem {
  if (reason === "signed-out") return signInRequired();
  if (reason === "wrong-password") return wrongPassword(WRONG_PASSWORD);
  const message = "This code is wrong. Check that the device's time is set automatically, and try the next code.";
  return new Problem(400, { message, fields: { code: message } });
}

/** The response is byte for byte the same whether or not the username exists. */
function refusal(refused: Refused): Problem {
  switch (refused.reason) {
    case "wrong":
      return new Problem(401, "Invalid credentials. Please try again.");
    case "too-many":
      return tooManyAttempts(refused.waitMs);
    case "locked":
      return new Problem(
        429,
        "There were too many failed attempts for this username. To show that it's you, enter a recovery code or two codes in a row from your authenticator app, have a sign-in link emailed to you, or use a device on which you have signed in before.",
      );
  }
}
