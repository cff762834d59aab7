import { expect, test } from "vitest";
import { toLocalDate } from "../calendar/local-date.ts";
import { directLinkHint, linkedDirectly } from "./direct-link.ts";

const stay = (
  channelId: string,
  kind: "reservation" | "block" | "unknown",
  hour: number,
  exclusion: "echo" | null = null,
) => ({
  channelId,
  channelName: channelId,
  startsOn: toLocalDate("2026-12-01"),
  endsOn: toLocalDate("2026-12-04"),
  kind,
  exclusion,
  state: "active" as const,
  firstSeenAt: new Date(Date.UTC(2026, 10, 21, hour)),
});

test("S-57: a platform is linked directly to another if it shows the other's stay before the other does", () => {
  const stays = [stay("Booking.com", "unknown", 8), stay("Airbnb", "reservation", 9)];
  expect(linkedDirectly("Booking.com", stays)).toEqual(["Airbnb"]);
  expect(linkedDirectly("Airbnb", stays)).toEqual([]);
  expect(linkedDirectly("Airbnb", [stay("Airbnb", "block", 8), stay("Booking.com", "unknown", 9)])).toEqual([
    "Booking.com",
  ]);
  expect(directLinkHint("Booking.com", ["Airbnb"])).toContain("Remove that link on Booking.com");
  expect(directLinkHint("Booking.com", [])).toBe("");
});

test("S-57: nights that came from us, appeared later or were sold by an unknown platform do not prove a direct link", () => {
  expect(
    linkedDirectly("Booking.com", [stay("Booking.com", "unknown", 8, "echo"), stay("Airbnb", "reservation", 9)]),
  ).toEqual([]);
  expect(linkedDirectly("Booking.com", [stay("Booking.com", "unknown", 9), stay("Airbnb", "reservation", 8)])).toEqual(
    [],
  );
  expect(linkedDirectly("Booking.com", [stay("Booking.com", "unknown", 8), stay("Agoda", "unknown", 9)])).toEqual([]);
});
