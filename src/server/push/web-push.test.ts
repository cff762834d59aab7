import { createECDH, createPublicKey, createVerify, randomBytes } from "node:crypto";
import ece from "http_ece";
import { expect, test } from "vitest";
import { encryptPush, newVapidKey, vapidHeader, vapidPublicKey } from "./web-push.ts";

/** RFC 8291, Appendix A. */
const EXAMPLE = {
  text: "When I grow up, I want to be a watermelon",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  privateKey: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  message:
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

test("the example from RFC 8291 is reproduced byte for byte", () => {
  const message = encryptPush(EXAMPLE.text, EXAMPLE, {
    salt: Buffer.from(EXAMPLE.salt, "base64url"),
    privateKey: Buffer.from(EXAMPLE.privateKey, "base64url"),
    paddedTo: 0,
  });
  expect(message?.toString("base64url")).toBe(EXAMPLE.message);
});

test("another library decrypts what we encrypt, but only with the receiver's key, and all messages have the same length", () => {
  const receiver = createECDH("prime256v1");
  receiver.generateKeys();
  const auth = randomBytes(16).toString("base64url");
  const keys = { p256dh: receiver.getPublicKey("base64url"), auth };
  const texts = ["x", "New booking", "é 漢字 🌊".repeat(60)];
  const messages = texts.map((text) => encryptPush(text, keys));
  const read = messages.map((message) =>
    ece
      .decrypt(message ?? Buffer.alloc(0), { version: "aes128gcm", privateKey: receiver, authSecret: auth })
      .toString(),
  );
  expect(read).toEqual(texts);
  expect(new Set(messages.map((message) => message?.length)).size).toBe(1);

  const stranger = createECDH("prime256v1");
  stranger.generateKeys();
  expect(() =>
    ece.decrypt(messages[0] ?? Buffer.alloc(0), { version: "aes128gcm", privateKey: stranger, authSecret: auth }),
  ).toThrow();
});

test("invalid keys and text that is too long produce no message", () => {
  const good = { p256dh: EXAMPLE.p256dh, auth: EXAMPLE.auth };
  expect(encryptPush("x", { ...good, auth: "c2hvcnQ" })).toBe(null);
  expect(encryptPush("x", { ...good, p256dh: Buffer.alloc(65, 4).toString("base64url") })).toBe(null);
  expect(encryptPush("x".repeat(4000), good)).toBe(null);
});

test("the header identifies the sender to one push service, for 12 hours, and its signature matches the public key", () => {
  const key = newVapidKey();
  const now = new Date("2026-11-21T10:00:00Z");
  const header = vapidHeader(key, { audience: "https://push.example", subject: "https://cottage.example", now });
  const [, token = "", publicKey = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  expect(publicKey).toBe(vapidPublicKey(key));
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const coordinate = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(33) };
  const verified = createVerify("sha256")
    .update(`${head}.${claims}`)
    .verify(
      { key: createPublicKey({ format: "jwk", key: jwk }), dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    );
  expect(verified).toBe(true);
  const claimSet = JSON.parse(Buffer.from(claims, "base64url").toString());
  expect(claimSet).toEqual({
    aud: "https://push.example",
    sub: "https://cottage.example",
    exp: now.getTime() / 1000 + 43_200,
  });
});
