import { type Platform, PLATFORM_NAMES } from "./channel.ts";
import { type ImportedStay, isStay } from "./imported-stay.ts";

/** The display name of an imported stay (S-80): "Airbnb stay HMABCDEFGH"; closed nights are not called a stay. */
export function stayTitle(
  stay: Pick<ImportedStay, "platform" | "kind" | "hostOverride" | "code">,
  channelName: string,
): string {
  const name = nameOf(stay.platform, channelName);
  return isStay(stay) ? `${name} stay${stay.code ? ` ${stay.code}` : ""}` : `Closed at ${name}`;
}

export function nameOf(platform: Platform, channelName: string): string {
  return platform === "other" ? channelName : PLATFORM_NAMES[platform];
}
