import { queryOptions } from "@tanstack/react-query";
import {
  adminSecondFactor,
  adminSessions,
  adminSignIn,
  adminSignOut,
  beginSecondFactor,
  currentAdmin,
  disableSecondFactor,
  emailSignInLink,
  enableSecondFactor,
  endAdminSession,
  endAllAdminSessions,
  forgetKnownDevice,
  headerSignOut,
  knownDevices,
  openSignInLink,
  renewRecoveryCodes,
  setUpAdmin,
  setUpState,
} from "#contract/auth.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { call, queryOf, read, urlOf } from "./client.ts";

export const currentAdminQuery = queryOf(currentAdmin, {});

/** The username with which this browser is signed in; null if it is not signed in. Does not wait for a sign-in. */
export async function presentUsername(): Promise<string | null> {
  const response = await fetch(urlOf(currentAdmin, {}), { headers: { "x-latchkey-background": "1" } });
  return response.ok ? (await read<typeof currentAdmin>(response)).username : null;
}

export const signIn = (body: CallInput<typeof adminSignIn>["body"]) => call(adminSignIn, { body });
export const requestSignInLink = () => call(emailSignInLink, {});
export const redeemSignInLink = (token: string) => call(openSignInLink, { body: { token } });
export const confirmSecondFactor = (body: CallInput<typeof adminSecondFactor>["body"]) =>
  call(adminSecondFactor, { body });
export const signOut = () => call(adminSignOut, {});
/** The second of the two log-out endpoints in SPEC 7, used by the header's menu. */
export const signOutByHeader = () => call(headerSignOut, {});
export const setUp = (body: CallInput<typeof setUpAdmin>["body"]) => call(setUpAdmin, { body });

/** `token` is the token in the opened link, or empty. */
export const setUpStateQuery = (token: string) =>
  queryOptions({
    queryKey: ["set-up", token],
    queryFn: () => call(setUpState, { body: { token } }),
    retry: false,
    staleTime: 0,
  });

export const sessionsQuery = queryOf(adminSessions, {}, { staleTime: 0 });
export const endSession = (id: string) => call(endAdminSession, { params: { id } });
export const devicesQuery = queryOf(knownDevices, {}, { staleTime: 0 });
export const forgetDevice = (id: string) => call(forgetKnownDevice, { params: { id } });
export const endAllSessions = () => call(endAllAdminSessions, {});

export const startSecondFactor = (password: string) => call(beginSecondFactor, { body: { password } });
export const turnOnSecondFactor = (code: string) => call(enableSecondFactor, { body: { code } });
export const turnOffSecondFactor = (password: string) => call(disableSecondFactor, { body: { password } });
export const newRecoveryCodes = (password: string) => call(renewRecoveryCodes, { body: { password } });
