import type { FastifyReply, FastifyRequest } from "fastify";
import { hashToken, randomToken } from "../runtime/ids.ts";

/** The admin behind a session; null for everybody else. */
export type SignedInAdmin = { id: string; username: string; sessionHash: string };

/** Finds the admin behind a session's token. */
export type Authenticate = (sessionToken: string) => Promise<SignedInAdmin | null>;

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** `__Host-` binds a cookie to this host and to https; browsers refuse the prefix over plain http. */
export function cookieName(name: string, secure: boolean): string {
  return secure ? `__Host-latchkey-${name}` : `latchkey-${name}`;
}

export function isSecure(request: FastifyRequest, publicUrl: string | null): boolean {
  return request.protocol === "https" || (publicUrl?.startsWith("https:") ?? false);
}

/** What a handler may know about who calls, without touching HTTP itself. */
export type Call = {
  /** The admin who calls; on public calls looked up only when asked. */
  admin: () => Promise<SignedInAdmin | null>;
  /** Hash of the network address. */
  addressHash: string;
  idempotencyKey: string | null;
  userAgent: string;
  /** The hash of the booking cookie, when the browser has sent one. */
  browserHash: string | null;
  /** Gives the browser a booking cookie if it has none, and answers its hash. Set by the booking flow only. */
  rememberBrowser: () => string;
  setSessionCookie: (token: string) => void;
  clearSessionCookie: () => void;
  sessionToken: string | null;
};

export type CallNeeds = { publicUrl: string | null; authenticate: Authenticate };

export function callOf(request: FastifyRequest, reply: FastifyReply, { publicUrl, authenticate }: CallNeeds): Call {
  const secure = isSecure(request, publicUrl);
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
  const browserCookie = cookieName("browser", secure);
  const sent = request.cookies[browserCookie];
  let browserHash = sent && TOKEN.test(sent) ? hashToken(sent) : null;
  const sessionToken = sessionTokenOf(request, publicUrl);
  const key = request.headers["idempotency-key"];

  return {
    admin: async () => (sessionToken ? authenticate(sessionToken) : null),
    get addressHash() {
      return hashToken(request.ip);
    },
    idempotencyKey: typeof key === "string" ? key : null,
    userAgent: (request.headers["user-agent"] ?? "").slice(0, 200),
    get browserHash() {
      return browserHash;
    },
    rememberBrowser: () => {
      if (!browserHash) {
        const token = randomToken();
        browserHash = hashToken(token);
        void reply.setCookie(browserCookie, token, { ...attributes, maxAge: YEAR_SECONDS });
      }
      return browserHash;
    },
    sessionToken,
    setSessionCookie: (token) => void reply.setCookie(cookieName("session", secure), token, attributes),
    clearSessionCookie: () => void reply.clearCookie(cookieName("session", secure), attributes),
  };
}

export function sessionTokenOf(request: FastifyRequest, publicUrl: string | null): string | null {
  const token = request.cookies[cookieName("session", isSecure(request, publicUrl))];
  return token && TOKEN.test(token) ? token : null;
}

/** Under whose name an admin's act is recorded. Only for calls with access "admin": the gate has seen the admin before. */
export async function actorOf(call: Call): Promise<string> {
  const admin = await call.admin();
  if (!admin) throw new Error("An admin's call has no admin");
  return admin.username;
}
