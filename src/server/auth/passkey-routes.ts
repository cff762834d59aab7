import * as contract from "#contract/passkeys.ts";
import { adminOf } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { notFound, Problem, signInRequired } from "../http/problem.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import { addPasskey, type AddPasskeyNeeds, beginPasskey, listPasskeys, type NoPasskey } from "./add-passkey.ts";
import { confirmationRequest, confirmIdentity, type ConfirmIdentityNeeds } from "./confirm-identity.ts";
import { WRONG_PASSWORD } from "./enrol-second-factor.ts";
import { busy, renewSession, replaceSession, wrongPassword } from "./session-answers-routes.ts";
import type { SignInNeeds } from "./sign-in.ts";
import { type PasskeyNeeds, requestPasskey, signInWithPasskey } from "./sign-in-with-passkey.ts";

export type PasskeyRouteNeeds = SignInNeeds &
  PasskeyNeeds &
  AddPasskeyNeeds &
  ConfirmIdentityNeeds & { passkeyLimit: RateLimit };

const GONE = "This passkey has already been removed.";
const REFUSED =
  "We couldn't sign you in with this passkey: it may have been removed, or the request took too long. Try again, or use your password.";

export function mountPasskeys(mount: Mount, needs: PasskeyRouteNeeds): void {
  mount(
    contract.passkeySignInOptions,
    async () => {
      const request = await requestPasskey(needs);
      return request.ok ? request : new Problem(409, request.message);
    },
    needs.passkeyLimit,
  );

  mount(
    contract.passkeySignIn,
    async ({ body }, call) => {
      const entered = await signInWithPasskey(needs, body, call, call.signInToken);
      if (!entered) return new Problem(401, REFUSED);
      await replaceSession(needs, call, entered);
      return { username: entered.username };
    },
    needs.passkeyLimit,
  );

  mount(contract.listPasskeys, async (_input, call) => listPasskeys(needs, (await adminOf(call)).id));

  mount(contract.beginPasskey, async (_input, call) => {
    const admin = await adminOf(call);
    const begun = await beginPasskey(needs, admin);
    return begun.ok ? begun.options : problemOf(begun);
  });

  mount(contract.addPasskey, async ({ body }, call) => {
    const admin = await adminOf(call);
    const added = await addPasskey(needs, admin, body.passkey, call.userAgent);
    return added.ok ? added.passkey : problemOf(added);
  });

  mount(contract.renamePasskey, async ({ params, body }, call) => {
    const admin = await adminOf(call);
    const before = (await needs.passkeys.ofAdmin(admin.id)).find((one) => one.credentialId === params.id)?.name;
    if (before === undefined || !(await needs.passkeys.rename(admin.id, params.id, body.name))) return notFound(GONE);
    await needs.record({
      actor: admin.username,
      act: "Renamed a passkey",
      subject: "Account",
      before: { passkey: before },
      after: { passkey: body.name },
    });
    return null;
  });

  mount(contract.removePasskey, async ({ params }, call) => {
    const admin = await adminOf(call);
    const name = (await needs.passkeys.ofAdmin(admin.id)).find((one) => one.credentialId === params.id)?.name;
    const removed = await renewSession(needs, call, admin, (renewal) => needs.passkeys.remove(renewal, params.id));
    if (!removed.ok) return removed.reason === "unknown" ? notFound(GONE) : signInRequired();
    const before = { passkey: name ?? null };
    await needs.record({ actor: admin.username, act: "Removed a passkey", subject: "Account", before });
    return null;
  });

  mount(contract.confirmOptions, async (_input, call) => ({
    options: await confirmationRequest(needs, await adminOf(call)),
  }));

  mount(contract.confirmIdentity, async ({ body }, call) => {
    const admin = await adminOf(call);
    const confirmed = await confirmIdentity(needs, admin, body).catch(busy);
    if (confirmed instanceof Problem) return confirmed;
    if (confirmed) return null;
    return body.passkey ? new Problem(400, REFUSED) : wrongPassword(WRONG_PASSWORD);
  });

  mount(contract.confirmedRecently, async () => null);
}

function problemOf({ reason, message }: NoPasskey): Problem {
  return new Problem(reason === "not-ours" ? 400 : 409, message);
}
