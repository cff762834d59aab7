import type { ImportedStay } from "./imported-stay.ts";

type Seen = Pick<ImportedStay, "channelId" | "startsOn" | "endsOn" | "kind" | "spared" | "state" | "firstSeenAt"> & {
  channelName: string;
};

/**
 * The channels whose reservations this one showed before they did (S-57): it cannot have them from us, so the two are
 * linked directly. Told by nights that are the same, where one of the two says which of them sold them.
 */
export function linkedDirectly(channelId: string, stays: readonly Seen[]): string[] {
  const closed = stays.filter(
    (stay) => stay.channelId === channelId && stay.kind !== "reservation" && stay.spared !== "echo",
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
  return `${name} shows nights of ${others.join(" and ")} before they come from there: the two seem to be linked directly. Remove that link on ${name}, so that each platform is linked with this site alone.`;
}
