import { expect, test } from "vitest";
import { network, networkBlock } from "./network.ts";

test("all addresses of one customer count as one network, however they are spelled", () => {
  const same = [
    "2001:db8::1",
    "2001:db8::ffff:1",
    "2001:0db8:0000:0000:1:2:3:4",
    "2001:DB8:0:0::9",
    "2001:db8::1%eth0",
  ];
  expect(new Set(same.map(network))).toEqual(new Set(["2001:db8:0:0::/64"]));
  expect(network("2001:db8:0:1::1")).toBe("2001:db8:0:1::/64");
  expect(network("::1")).toBe("0:0:0:0::/64");
});

test("an IPv4 address is the same with and without IPv6 mapping", () => {
  expect(network("203.0.113.7")).toBe("203.0.113.7");
  expect(network("::ffff:203.0.113.7")).toBe("203.0.113.7");
});

test("the port that some proxies add does not make a visitor look like another one", () => {
  expect(network("203.0.113.7:50123")).toBe("203.0.113.7");
  expect(network("[2001:db8::1]:50123")).toBe("2001:db8:0:0::/64");
  expect(network("[2001:db8::1]")).toBe("2001:db8:0:0::/64");
  expect(network("[::ffff:203.0.113.7]:1")).toBe("203.0.113.7");
});

test("neighbouring addresses belong to one block: 256 IPv4 addresses, or 256 IPv6 networks (/64)", () => {
  expect(networkBlock("203.0.113.7")).toBe(networkBlock("203.0.113.250"));
  expect(networkBlock("203.0.113.7")).not.toBe(networkBlock("203.0.114.7"));
  expect(networkBlock("2001:db8:1:2a00::1")).toBe(networkBlock("2001:db8:1:2aff::9"));
  expect(networkBlock("2001:db8:1:2a00::1")).not.toBe(networkBlock("2001:db8:1:2b00::1"));
  expect(networkBlock("2001:db8:1:7::1")).toBe(networkBlock("2001:db8:1:ff::1"));
});
