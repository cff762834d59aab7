import { expect, test } from "vitest";
import { passkeySite } from "./relying-party.ts";

test("a passkey is bound to the host name of the public address, and works from its origin only", () => {
  expect(passkeySite("https://Stay.Cottage.example/sub")).toEqual({
    ok: true,
    party: { id: "stay.cottage.example", origin: "https://stay.cottage.example" },
  });
  expect(passkeySite("https://cottage.example:8443")).toEqual({
    ok: true,
    party: { id: "cottage.example", origin: "https://cottage.example:8443" },
  });
  expect(passkeySite("http://localhost:3000")).toEqual({
    ok: true,
    party: { id: "localhost", origin: "http://localhost:3000" },
  });
});

test("if browsers cannot create passkeys at an address, the reason is given", () => {
  for (const address of ["https://192.0.2.7", "https://[2001:db8::7]:3000", "http://127.0.0.1:3000"])
    expect(passkeySite(address)).toMatchObject({ ok: false, reason: expect.stringContaining("domain name") });
  expect(passkeySite("http://cottage.example")).toMatchObject({ ok: false, reason: expect.stringContaining("https") });
});
