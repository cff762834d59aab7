import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";

type Options = { challenge: string };
/** False data that a dishonest browser or authenticator may send. */
type Lies = { origin?: string; rpId?: string; unlocked?: boolean };

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const base64url = (bytes: Buffer) => bytes.toString("base64url");
const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest();

/** A phone's authenticator with one passkey (WebAuthn Level 3, ES256, no attestation), and the browser around it. */
export function createAuthenticator(site: { rpId: string; origin: string }) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32);
  let counter = 0;

  const clientData = (type: string, { challenge }: Options, { origin = site.origin }: Lies) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData(flags: number, { rpId = site.rpId, unlocked = true }: Lies): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags | USER_PRESENT | (unlocked ? USER_VERIFIED : 0));
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), head]);
  }

  return {
    id: base64url(credentialId),

    make: (options: Options, lies: Lies = {}) => {
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const coseKey = map([
        [int(1), int(2)],
        [int(3), int(-7)],
        [int(-1), int(1)],
        [int(-2), bytes(Buffer.from(x, "base64url"))],
        [int(-3), bytes(Buffer.from(y, "base64url"))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const data = Buffer.concat([
        authenticatorData(HAS_CREDENTIAL, lies),
        Buffer.alloc(16),
        length,
        credentialId,
        coseKey,
      ]);
      const attestation = map([
        [text("fmt"), text("none")],
        [text("attStmt"), map([])],
        [text("authData"), bytes(data)],
      ]);
      return {
        id: base64url(credentialId),
        rawId: base64url(credentialId),
        type: "public-key",
        response: {
          clientDataJSON: base64url(clientData("webauthn.create", options, lies)),
          attestationObject: base64url(attestation),
          transports: ["internal"],
        },
      };
    },

    answer: (options: Options, lies: Lies = {}) => {
      counter += 1;
      const client = clientData("webauthn.get", options, lies);
      const data = authenticatorData(0, lies);
      const signature = createSign("sha256")
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return {
        id: base64url(credentialId),
        rawId: base64url(credentialId),
        type: "public-key",
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      };
    },
  };
}
export type Authenticator = ReturnType<typeof createAuthenticator>;

/** Implements as much of CBOR (RFC 8949) as an attestation needs. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}
const int = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const map = (entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()]);
