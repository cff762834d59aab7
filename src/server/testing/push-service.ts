import { createECDH, createPublicKey, createVerify, randomBytes } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import ece from "http_ece";
import type { Reach } from "../core/public-hosts.ts";

export type Pushed = {
  device: string;
  headers: http.IncomingHttpHeaders;
  /** The data that the browser would pass to the service worker. */
  note: { title: string; body: string; url: string; tag: string; request: string | null; version: number | null };
  /** The sender's identification (RFC 8292), with its signature verified. */
  claims: { aud: string; sub: string; exp: number };
};
/** Null means that the sender gets no response. */
type Response = { status: number; retryAfter?: number | string } | null;

export type PushService = {
  reach: Reach;
  port: number;
  pushed: Pushed[];
  /** How the service responds to a device's next messages: by default, with the status 201. */
  responses: Map<string, Response>;
  /** Subscribes as a browser does. Returns the data that the browser gives to the page. */
  subscribe: () => { id: string; endpoint: string; keys: { p256dh: string; auth: string } };
  close: () => Promise<void>;
};

/** A browser vendor's push service (RFC 8030) and its browsers, which decrypt messages with an independent library. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, { key: ReturnType<typeof createECDH>; auth: string }>();
  const responses = new Map<string, Response>();
  const pushed: Pushed[] = [];
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const device = request.url?.slice("/send/".length) ?? "";
      const browser = browsers.get(device);
      const claims = claimsIn(request.headers.authorization ?? "");
      if (!browser || !claims) return void response.writeHead(browser ? 403 : 404).end();
      const planned = responses.has(device) ? (responses.get(device) ?? null) : { status: 201 };
      if (planned === null || planned.status < 300) {
        const parameters = { version: "aes128gcm", privateKey: browser.key, authSecret: browser.auth } as const;
        const note = JSON.parse(ece.decrypt(Buffer.concat(parts), parameters).toString());
        pushed.push({ device, headers: request.headers, note, claims });
      }
      if (planned === null) return;
      const headers = planned.retryAfter === undefined ? {} : { "retry-after": String(planned.retryAfter) };
      response.writeHead(planned.status, headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    pushed,
    responses,
    reach: {
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
      isAllowed: (address) => address === "127.0.0.1",
      secure: false,
      port,
    },
    subscribe: () => {
      const key = createECDH("prime256v1");
      key.generateKeys();
      const [id, auth] = [randomBytes(9).toString("base64url"), randomBytes(16).toString("base64url")];
      browsers.set(id, { key, auth });
      return {
        id,
        endpoint: `https://push.example/send/${id}`,
        keys: { p256dh: key.getPublicKey("base64url"), auth },
      };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns null if the signature does not match the key. */
function claimsIn(authorization: string): Pushed["claims"] | null {
  const [, token = "", publicKey = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(publicKey, "base64url");
  const [head = "", claims = "", signature = ""] = token.split(".");
  if (point.length !== 65) return null;
  const coordinate = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const key = createPublicKey({
    format: "jwk",
    key: { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(33) },
  });
  const right = createVerify("sha256")
    .update(`${head}.${claims}`)
    .verify({ key, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url"));
  return right ? JSON.parse(Buffer.from(claims, "base64url").toString()) : null;
}
