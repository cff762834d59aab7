import * as z from "zod/mini";
import { MAX_USERNAME_LENGTH, MIN_USERNAME_LENGTH, USERNAME_TOO_SHORT } from "#domain/auth/username.ts";
import { ROLES } from "#domain/auth/role.ts";
import { endpoint } from "./endpoint.ts";
import { text } from "./fields.ts";

const BOTH_REQUIRED = "Please enter both username and password.";
const MAX_PASSWORD_INPUT = 1024;
const password = (message: string) =>
  z.string(message).check(z.minLength(1, message), z.maxLength(MAX_PASSWORD_INPUT, "This password is too long."));
export const ownPassword = password("Please enter your password.");
const code = text({ min: 1, max: 32, message: "Please enter the code." });
/** The secret in a link. */
export const token = z.string().check(z.maxLength(128));

/** "Keep me signed in on this device": the session lasts for 30 days. */
export const keep = z.optional(z.boolean());

const signedIn = z.object({ username: z.string() });
const adminUser = z.object({
  username: z.string(),
  role: z.enum(ROLES),
  /** Whether sign-in asks for a code. */
  secondFactor: z.boolean(),
});
export type AdminUser = z.output<typeof adminUser>;

export const currentAdmin = endpoint("GET", "/api/admin/auth/user", "admin", {
  response: adminUser,
});

const credentials = z.object({
  username: text({ min: 1, max: MAX_USERNAME_LENGTH, message: BOTH_REQUIRED }),
  password: password(BOTH_REQUIRED),
});

export const adminSignIn = endpoint("POST", "/api/admin/auth/login", "anyone", {
  /**
   * With `code`, both sign-in steps are done at once. The owner can then sign in even while others exhaust the
   * account's attempts.
   */
  body: z.extend(credentials, { code: z.optional(code), keep }),
  /** Either the sign-in is complete, or the password was correct and a second-factor code is needed next. */
  response: z.union([signedIn, z.object({ secondFactor: z.literal("required") })]),
});

/** The second step of a sign-in: the code from the app, or a recovery code. */
export const adminSecondFactor = endpoint("POST", "/api/admin/auth/second-factor", "anyone", {
  body: z.object({ code, keep }),
  response: signedIn,
});

/**
 * Emails the host a link; the response is the same whether a link was sent just now or an earlier one is still valid.
 */
export const emailSignInLink = endpoint("POST", "/api/admin/auth/link", "anyone", {});

/** Marks this browser as the host's, for someone who has opened the emailed link in it. */
export const openSignInLink = endpoint("POST", "/api/admin/auth/link/open", "anyone", {
  body: z.object({ token }),
});

export const adminSignOut = endpoint("POST", "/api/admin/auth/logout", "anyone", {});

/** The second of the two log-out calls in SPEC 7. */
export const headerSignOut = endpoint("POST", "/api/auth/logout", "anyone", {});

/** The automatic sign-in of demo mode; 404 in an installation that takes real bookings. */
export const demoSignIn = endpoint("POST", "/api/auth/login", "anyone", {
  body: credentials,
  response: signedIn,
});

/** A new admin, however the account is created. */
export const newAccount = z.object({
  token,
  username: text({ min: MIN_USERNAME_LENGTH, max: MAX_USERNAME_LENGTH, message: USERNAME_TOO_SHORT }),
  password: z.string("Choose a password").check(z.maxLength(MAX_PASSWORD_INPUT)),
});

/**
 * The one-time set-up link leads here. The server prints a new link at each startup until an admin exists; until then,
 * all these links work.
 */
export const setUpAdmin = endpoint("POST", "/api/admin/auth/setup", "anyone", {
  body: newAccount,
  response: signedIn,
  status: 201,
});

/** What the set-up and sign-in screens need: whether an admin exists, and whether this link can still create one. */
export const setUpState = endpoint("POST", "/api/admin/auth/setup/state", "anyone", {
  body: z.object({ token }),
  response: z.object({ hasAdmin: z.boolean(), linkWorks: z.boolean() }),
});

const session = z.object({
  /** Identifies the session in these API calls; grants no access. */
  id: z.string(),
  device: z.string(),
  signedInAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** Whether the session lasts for 30 days, even if it is not used. */
  kept: z.boolean(),
  /** Whether this is the session making the API call. */
  current: z.boolean(),
});
export type AdminSession = z.output<typeof session>;

export const adminSessions = endpoint("GET", "/api/admin/auth/sessions", "admin", {
  response: z.array(session),
});

export const endAdminSession = endpoint("DELETE", "/api/admin/auth/sessions/:id", "admin", {
  params: z.object({ id: z.string() }),
});

/** Signs out everywhere, including here. */
export const endAllAdminSessions = endpoint("DELETE", "/api/admin/auth/sessions", "admin", {});

const device = z.object({
  id: z.string(),
  device: z.string(),
  lastSignInAt: z.iso.datetime(),
  current: z.boolean(),
});
export type KnownDevice = z.output<typeof device>;

/**
 * Browsers in which someone has signed in to this account in the last 90 days: signing in there still needs the
 * password or a passkey, but strangers cannot lock these browsers out.
 */
export const knownDevices = endpoint("GET", "/api/admin/auth/devices", "admin", {
  response: z.array(device),
});

export const forgetKnownDevice = endpoint("DELETE", "/api/admin/auth/devices/:id", "admin", {
  params: z.object({ id: z.string() }),
});

/** A new secret for the app. It takes effect once a code generated from it has been entered. */
export const beginSecondFactor = endpoint("POST", "/api/admin/auth/second-factor/begin", "admin", {
  body: z.object({ password: ownPassword }),
  response: z.object({
    /** The secret to type into the app, in groups of four characters. */
    secret: z.string(),
    /** `otpauth://…`, for apps on the same device. */
    address: z.string(),
    /** The URL as a QR code, in a complete SVG document. */
    qrCode: z.string(),
  }),
});

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const enableSecondFactor = endpoint("POST", "/api/admin/auth/second-factor/enable", "admin", {
  body: z.object({ code }),
  response: recoveryCodes,
});

export const disableSecondFactor = endpoint("POST", "/api/admin/auth/second-factor/disable", "admin", {
  body: z.object({ password: ownPassword }),
});

export const renewRecoveryCodes = endpoint("POST", "/api/admin/auth/second-factor/recovery-codes", "admin", {
  body: z.object({ password: ownPassword }),
  response: recoveryCodes,
});
