import { createCipheriv, createECDH, createPrivateKey, createSign, hkdfSync, randomBytes } from "node:crypto";

/** What a browser supplies with a subscription (RFC 8291): its public key and a shared secret, both as base64url. */
export type PushKeys = { p256dh: string; auth: string };

const CURVE = "prime256v1";
/** A message is a single record (RFC 8291 4), because push services need not accept anything longer (RFC 8030 7.2). */
const RECORD_BYTES = 4096;
const TAG_BYTES = 16;
const HEADER_BYTES = 86;
/** Messages are padded to this length, so that their length does not reveal anything. */
const PADDED_BYTES = 1500;
/** RFC 8292 allows at most 24 hours. */
const TOKEN_SECONDS = 12 * 60 * 60;

const base64url = (bytes: Buffer) => bytes.toString("base64url");
const fromBase64url = (text: string) => Buffer.from(text, "base64url");

/** A new private key for VAPID, which identifies us to push services. */
export function newVapidKey(): string {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  const key = pair.getPrivateKey();
  // `getPrivateKey` omits leading zero bytes.
  return base64url(Buffer.concat([Buffer.alloc(32 - key.length), key]));
}

/** The public key in the form that browsers need: 65 bytes. */
export function vapidPublicKey(privateKey: string): string {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(fromBase64url(privateKey));
  return base64url(pair.getPublicKey());
}

/**
 * Identifies the sender to one push service for half a day (RFC 8292). `subject` is how the push service's operator can
 * contact us.
 */
export function vapidHeader(privateKey: string, order: { audience: string; subject: string; now: Date }): string {
  const publicKey = vapidPublicKey(privateKey);
  const point = fromBase64url(publicKey);
  const key = createPrivateKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      d: privateKey,
      x: base64url(point.subarray(1, 33)),
      y: base64url(point.subarray(33, 65)),
    },
  });
  const json = (value: object) => base64url(Buffer.from(JSON.stringify(value)));
  const claims = {
    aud: order.audience,
    exp: Math.floor(order.now.getTime() / 1000) + TOKEN_SECONDS,
    sub: order.subject,
  };
  const signed = `${json({ typ: "JWT", alg: "ES256" })}.${json(claims)}`;
  const signature = createSign("sha256").update(signed).sign({ key, dsaEncoding: "ieee-p1363" });
  return `vapid t=${signed}.${base64url(signature)}, k=${publicKey}`;
}

/** The random values; only a test sets them. */
type Chance = { salt: Buffer; privateKey: Buffer; paddedTo: number };

/**
 * Encrypts a string for one subscription, so that the push service cannot read it (RFC 8291, RFC 8188). Returns null if
 * the keys are invalid or the string is too long.
 */
export function encryptPush(text: string, keys: PushKeys, chance?: Chance): Buffer | null {
  const [receiver, auth] = [fromBase64url(keys.p256dh), fromBase64url(keys.auth)];
  if (receiver.length !== 65 || auth.length !== 16) return null;
  const ours = createECDH(CURVE);
  if (chance) ours.setPrivateKey(chance.privateKey);
  else ours.generateKeys();
  const shared = sharedSecret(ours, receiver);
  if (!shared) return null;

  const salt = chance?.salt ?? randomBytes(16);
  const derive = (from: Buffer, saltBytes: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync("sha256", from, saltBytes, info, length));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), receiver, ours.getPublicKey()]);
  const secret = derive(shared, auth, info, 32);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);

  const plain = Buffer.concat([Buffer.from(text), Buffer.from([2])]);
  if (plain.length > RECORD_BYTES - TAG_BYTES - HEADER_BYTES) return null;
  const padding = Buffer.alloc(Math.max(0, (chance?.paddedTo ?? PADDED_BYTES) - plain.length));
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const body = Buffer.concat([cipher.update(plain), cipher.update(padding), cipher.final(), cipher.getAuthTag()]);

  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES);
  head.writeUInt8(ours.getPublicKey().length, 4);
  return Buffer.concat([salt, head, ours.getPublicKey(), body]);
}

/** Returns null if the other key is not a point on the curve. */
function sharedSecret(ours: ReturnType<typeof createECDH>, receiver: Buffer): Buffer | null {
  try {
    return ours.computeSecret(receiver);
  } catch {
    return null;
  }
}
