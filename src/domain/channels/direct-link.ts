import type { ImportedStay } from "./imported-stay.ts";

type Seen = Pick<ImportedStay, "channelId" | "startsOn" | "endsOn" | "kind" | "exclusion" | "state" | "firstSeenAt"> & {
  channelName: string;
};

/**
 * The channels whose reservations this channel showed before those channels did (S-57). This channel cannot have
 * received the reservations from us, so the platforms are linked directly. A reservation is recognised on both channels
 * by its nights, provided that one of the two events shows which platform sold them.
 */
export function linkedDirectly(channelId: string, stays: readonly Seen[]): string[] {
  const closed = stays.filter(
    (stay) => stay.channelId === channelId && stay.kind !== "reservation" && stay.exclusion !== "echo",
  );
  const names = stays
    .filter((sold) => sold.channelId !== channelId && sold.kind !== "block")
    .filter((sold) =>
      closed.some(
        (shown) =>
          shown.startsOn === sold.startsOn &&
          shown.endsOn === sold.endsOn &&
          shown.firstSeenAt < sold.firstSeenAt &&
          (sold.kind === "reservation" || shown.kind === "block"),
      ),
    )
    .map(({ channelName }) => channelName);
  return [...new Set(names)];
}

export function directLinkHint(name: string, others: readonly string[]): string {
  if (others.length === 0) return "";
  return `${name} shows nights from ${others.join(" and ")} before we receive them: the platforms seem to be linked directly. Remove that link on ${name} and connect each platform only to this site.`;
}
