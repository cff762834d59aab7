import { adminSecondFactor, adminSignIn, adminSignOut, currentAdmin, setUpAdmin } from "#contract/auth.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { call, queryOf } from "./client.ts";

export const currentAdminQuery = queryOf(currentAdmin, {});

export const signIn = (body: CallInput<typeof adminSignIn>["body"]) => call(adminSignIn, { body });
export const confirmSecondFactor = (body: CallInput<typeof adminSecondFactor>["body"]) =>
  call(adminSecondFactor, { body });
export const signOut = () => call(adminSignOut, {});
export const setUp = (body: CallInput<typeof setUpAdmin>["body"]) => call(setUpAdmin, { body });
