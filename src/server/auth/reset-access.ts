import { COUNTERS } from "./limit-sign-ins.ts";
import type { PeopleStore } from "./people-queries.ts";
import type { SignInNeeds } from "./sign-in.ts";
import type { SignInTallies } from "./tallies-queries.ts";
import { refusePassword } from "./check-password.ts";

export type ResetNeeds = Pick<SignInNeeds, "store" | "secondFactors" | "devices" | "hasher" | "record"> & {
  people: PeopleStore;
  tallies: SignInTallies;
  propertyName: () => Promise<string>;
};
export type ResetResult = { ok: true } | { ok: false; message: string };

const ACTOR = "command line";

/** For an admin who cannot sign in. Both actions end the account's sessions and clear the attempts counted for it. */
export function resetAccess(needs: ResetNeeds) {
  const { store, secondFactors, devices, people, tallies, hasher, record, propertyName } = needs;

  async function accountOf(username: string) {
    const account = await store.findByUsername(username);
    return account?.role === "admin" ? account : null;
  }
  async function forgetTries({ id, username }: { id: string; username: string }): Promise<void> {
    const known = await devices.devicesOf(id, new Date(0));
    const counters = [
      ...known.map(({ deviceHash }) => COUNTERS.device(deviceHash)),
      COUNTERS.session(id),
      COUNTERS.withCode(username),
      COUNTERS.account(username, { knownNetwork: true }),
      COUNTERS.codeWithPassword(username),
      COUNTERS.codeAfterPassword(id),
    ];
    for (const { name } of counters) await tallies.clear(name);
  }
  const unknown = (username: string): ResetResult => ({
    ok: false,
    message: `There is no admin called "${username}".`,
  });

  return {
    resetPassword: async (username: string, password: string): Promise<ResetResult> => {
      const account = await accountOf(username);
      if (!account) return unknown(username);
      const message = await refusePassword(password, { ...account, propertyName: await propertyName() });
      if (message) return { ok: false, message };
      // A thief may have added passkeys, devices, addresses for notifications, or invitations. The owner can add their
      // own again.
      await people.resetPassword(account.id, await hasher.hash(password));
      await forgetTries(account);
      await record({ actor: ACTOR, act: "Reset the password", subject: username });
      return { ok: true };
    },

    turnOffSecondFactor: async (username: string): Promise<ResetResult> => {
      const account = await accountOf(username);
      if (!account) return unknown(username);
      await secondFactors.reset(account.id);
      await forgetTries(account);
      await record({ actor: ACTOR, act: "Turned off two-factor sign-in", subject: username });
      return { ok: true };
    },
  };
}
