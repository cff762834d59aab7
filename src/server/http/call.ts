import type { FastifyReply, FastifyRequest } from "fastify";
import { KNOWN_DEVICE_MS } from "#domain/auth/lockout.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Role } from "#domain/auth/role.ts";
import { CODE_WAIT_MS, KEPT_SESSION_MS } from "#domain/auth/session.ts";
import { type Language, DEFAULT_LANGUAGE, isLanguage } from "#domain/language/language.ts";
import { hashToken, keyedHash, randomToken } from "../runtime/ids.ts";
import { network, networkBlock } from "./network.ts";
import { confirmFirst, demoIsReadOnly, type Problem, signInRequired } from "./problem.ts";
import type { IncomingHttpHeaders } from "node:http";

export type SignedInAdmin = {
  id: string;
  username: string;
  role: Role;
  secondFactor: boolean;
  sessionHash: string;
  /** Whether the session is a long one. */
  kept: boolean;
  /** Whether the admin has just confirmed their identity. */
  confirmed: boolean;
};

/** Finds the admin to whom a session token belongs. A background request does not extend the session (`background`). */
export type Authenticate = (sessionToken: string, options?: { background: boolean }) => Promise<SignedInAdmin | null>;

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** `__Host-` binds a cookie to this host and to https; browsers reject cookies with this prefix over plain http. */
export function cookieName(name: string, secure: boolean): string {
  return secure ? `__Host-latchkey-${name}` : `latchkey-${name}`;
}

export function isSecure(request: FastifyRequest, publicUrl: string | null): boolean {
  return request.protocol === "https" || (publicUrl?.startsWith("https:") ?? false);
}

/** What a handler may know about a request and its sender, independent of HTTP. */
export type Call = {
  /** The signed-in admin. On public endpoints, the admin is looked up only on demand. */
  admin: () => Promise<SignedInAdmin | null>;
  /** Keyed hash of the IP address. */
  addressHash: () => Promise<string>;
  /** Hash of what an internet provider assigns to one customer: the IPv4 address, or the IPv6 /64. */
  networkHash: string;
  /** The block of neighbouring addresses: an IPv4 /24 or an IPv6 /56. */
  networkBlock: string;
  idempotencyKey: string | null;
  /** The language of the page that sent the request; English if the request names no language. */
  language: Language;
  userAgent: string;
  browserHash: string | null;
  /**
   * Sets the booking cookie, and returns its hash. A browser that already has the cookie keeps it for another year.
   */
  rememberBrowser: () => string;
  /** With `kept`, the cookie lasts as long as a long session; otherwise it is a session cookie. */
  setSessionCookie: (token: string, session: { kept: boolean }) => void;
  /** Removes the session cookie, and makes the browser delete all data that it stored for this site except cookies. */
  clearSession: () => void;
  sessionToken: string | null;
  /**
   * The device's cookie, set when an admin signs in or opens an emailed sign-in link. It does not replace a password.
   */
  deviceToken: string | null;
  setDeviceCookie: (token: string) => void;
  /** Identifies a sign-in between its two steps. */
  signInToken: string | null;
  setSignInCookie: (token: string) => void;
};

export type CallNeeds = { publicUrl: string | null; authenticate: Authenticate; hashKey: () => Promise<string> };

const authenticated = new WeakMap<FastifyRequest, Promise<SignedInAdmin | null>>();

/** Set by pages on requests that no user action caused: polling, and reloads after a server event. */
const BACKGROUND_HEADER = "x-latchkey-background";

/** The signed-in admin; looked up once per request, and again after `forgetAdmin`. */
export function signedInAdmin(request: FastifyRequest, needs: CallNeeds): Promise<SignedInAdmin | null> {
  const known = authenticated.get(request);
  if (known) return known;
  const token = sessionTokenOf(request, needs.publicUrl);
  const background =
    request.routeOptions.config.background === true || request.headers[BACKGROUND_HEADER] !== undefined;
  const signedIn = token ? needs.authenticate(token, { background }) : Promise.resolve(null);
  authenticated.set(request, signedIn);
  return signedIn;
}

export function forgetAdmin(request: FastifyRequest): void {
  authenticated.delete(request);
}

/**
 * Protects actions from somebody who borrows the host's phone: a session that lasts for weeks says little about who is
 * using it.
 */
export function mustConfirm({ kept, confirmed }: SignedInAdmin, rule: Endpoint["confirm"]): boolean {
  return rule !== undefined && !confirmed && (rule === "always" || kept);
}

/**
 * Admin endpoints require a session. Those that change something also require an account other than the demo account.
 */
export async function refuseAdminCall(request: FastifyRequest, needs: CallNeeds): Promise<Problem | null> {
  const admin = await signedInAdmin(request, needs);
  if (!admin) return signInRequired();
  if (admin.role === "demo" && !isReading(request)) return demoIsReadOnly();
  return mustConfirm(admin, request.routeOptions.config.confirm) ? confirmFirst() : null;
}

/**
 * Checks again, because the session may have ended while the body was arriving, for example because the password was
 * reset.
 */
export function refuseAfterBody(request: FastifyRequest, needs: CallNeeds): Promise<Problem | null> {
  forgetAdmin(request);
  return refuseAdminCall(request, needs);
}

export const isReading = ({ method }: FastifyRequest) => ["GET", "HEAD", "OPTIONS"].includes(method);

export function callOf(request: FastifyRequest, reply: FastifyReply, needs: CallNeeds): Call {
  const { publicUrl } = needs;
  const secure = isSecure(request, publicUrl);
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
  const browserCookie = cookieName("browser", secure);
  let browserToken = tokenIn(request.cookies[browserCookie]);
  const sessionToken = sessionTokenOf(request, publicUrl);
  const deviceCookie = cookieName("device", secure);
  const signInCookie = cookieName("sign-in", secure);
  const key = request.headers["idempotency-key"];

  return {
    admin: () => signedInAdmin(request, needs),
    addressHash: async () => keyedHash(await needs.hashKey(), request.ip),
    get networkHash() {
      return hashToken(network(request.ip));
    },
    get networkBlock() {
      return networkBlock(request.ip);
    },
    language: callerLanguage(request),
    idempotencyKey: typeof key === "string" ? key : null,
    userAgent: (request.headers["user-agent"] ?? "").slice(0, 200),
    get browserHash() {
      return browserToken && hashToken(browserToken);
    },
    rememberBrowser: () => {
      browserToken ??= randomToken();
      void reply.setCookie(browserCookie, browserToken, { ...attributes, maxAge: YEAR_SECONDS });
      return hashToken(browserToken);
    },
    sessionToken,
    setSessionCookie: (token, { kept }) => {
      const lasting = kept ? { maxAge: KEPT_SESSION_MS / 1000 } : {};
      void reply.setCookie(cookieName("session", secure), token, { ...attributes, ...lasting });
      if (request.cookies[signInCookie] !== undefined) void reply.clearCookie(signInCookie, attributes);
    },
    clearSession: () => {
      void reply.clearCookie(cookieName("session", secure), attributes);
      // "cookies" is left out, because it would also remove the guest's booking cookie.
      void reply.header("clear-site-data", '"cache", "storage"');
    },
    deviceToken: tokenIn(request.cookies[deviceCookie]),
    setDeviceCookie: (token) =>
      void reply.setCookie(deviceCookie, token, { ...attributes, maxAge: KNOWN_DEVICE_MS / 1000 }),
    signInToken: tokenIn(request.cookies[signInCookie]),
    setSignInCookie: (token) =>
      void reply.setCookie(signInCookie, token, { ...attributes, maxAge: CODE_WAIT_MS / 1000 }),
  };
}

export function sessionTokenOf(request: FastifyRequest, publicUrl: string | null): string | null {
  return tokenIn(request.cookies[cookieName("session", isSecure(request, publicUrl))]);
}

function tokenIn(cookie: string | undefined): string | null {
  return cookie !== undefined && TOKEN.test(cookie) ? cookie : null;
}

/** The signed-in admin. Use this only in endpoints with access "admin", where the access check has passed. */
export async function adminOf(call: Call): Promise<SignedInAdmin> {
  const admin = await call.admin();
  if (!admin) throw new Error("A call with admin access has no admin");
  return admin;
}

/** The name of `adminOf` for the audit log. */
export async function actorOf(call: Call): Promise<string> {
  return (await adminOf(call)).username;
}

/**
 * Set by pages that are not in English. We do not use `Accept-Language`, because browsers send it with every request:
 * what counts is the language of the page that the guest is reading. A request that names no language gets English, the
 * language of the specification.
 */
const LANGUAGE_HEADER = "x-latchkey-language";

export function callerLanguage({ headers }: { headers: IncomingHttpHeaders }): Language {
  const named = headers[LANGUAGE_HEADER];
  return isLanguage(named) ? named : DEFAULT_LANGUAGE;
}
