import { queryOptions } from "@tanstack/react-query";
import * as contract from "#contract/auth.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { call, freshQuery, queryOf, read, urlOf } from "./client.ts";

export const currentAdminQuery = queryOf(contract.currentAdmin, {});

/** Null if this browser is not signed in. Unlike other calls, this does not wait for a sign-in. */
export async function presentUsername(): Promise<string | null> {
  const response = await fetch(urlOf(contract.currentAdmin, {}), { headers: { "x-latchkey-background": "1" } });
  return response.ok ? (await read<typeof contract.currentAdmin>(response)).username : null;
}

export const signIn = (body: CallInput<typeof contract.adminSignIn>["body"]) => call(contract.adminSignIn, { body });
export const requestSignInLink = () => call(contract.emailSignInLink, {});
export const redeemSignInLink = (token: string) => call(contract.openSignInLink, { body: { token } });
export const confirmSecondFactor = (body: CallInput<typeof contract.adminSecondFactor>["body"]) =>
  call(contract.adminSecondFactor, { body });
export const signOut = () => call(contract.adminSignOut, {});
/** The second of the two log-out endpoints in SPEC 7. */
export const signOutByHeader = () => call(contract.headerSignOut, {});
export const setUp = (body: CallInput<typeof contract.setUpAdmin>["body"]) => call(contract.setUpAdmin, { body });

/** `token` is empty if the page was opened without a link. */
export const setUpStateQuery = (token: string) =>
  queryOptions({
    queryKey: ["set-up", token],
    queryFn: () => call(contract.setUpState, { body: { token } }),
    retry: false,
    staleTime: 0,
  });

export const sessionsQuery = freshQuery(contract.adminSessions, {});
export const endSession = (id: string) => call(contract.endAdminSession, { params: { id } });
export const devicesQuery = freshQuery(contract.knownDevices, {});
export const forgetDevice = (id: string) => call(contract.forgetKnownDevice, { params: { id } });
export const endAllSessions = () => call(contract.endAllAdminSessions, {});

export const startSecondFactor = (password: string) => call(contract.beginSecondFactor, { body: { password } });
export const turnOnSecondFactor = (code: string) => call(contract.enableSecondFactor, { body: { code } });
export const turnOffSecondFactor = (password: string) => call(contract.disableSecondFactor, { body: { password } });
export const newRecoveryCodes = (password: string) => call(contract.renewRecoveryCodes, { body: { password } });
