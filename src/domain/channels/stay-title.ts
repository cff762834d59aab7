import { type Platform, PLATFORM_NAMES } from "./channel.ts";
import { type ImportedStay, isStay } from "./imported-stay.ts";

/** How a stay of a platform is called (S-80): "Airbnb stay HMABCDEFGH"; closed nights are no stay. */
export function stayTitle(
  stay: Pick<ImportedStay, "platform" | "kind" | "verdict" | "code">,
  channelName: string,
): string {
  const name = nameOf(stay.platform, channelName);
  return isStay(stay) ? `${name} stay${stay.code ? ` ${stay.code}` : ""}` : `Closed at ${name}`;
}

export function nameOf(platform: Platform, channelName: string): string {
  return platform === "other" ? channelName : PLATFORM_NAMES[platform];
}
