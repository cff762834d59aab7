/** A third-party map made of square pictures ("tiles") that the visitor's browser fetches from the provider. */
export type TileMap = {
  /** Contains {z}, {x} and {y} for zoom, column and row. */
  url: string;
  /** What the visitor's browser contacts: `tiles.example.org`, with the port if the URL contains one. */
  host: string;
  /** The credit that the provider requires beside the map. */
  attribution: string;
};

/** Maximum lengths, in characters. */
export const TILE_ADDRESS_MAX = 300;
export const ATTRIBUTION_MAX = 200;

/**
 * The host name goes into the page's Content-Security-Policy. Only letters, digits, dots and hyphens are allowed, so
 * the host name can neither widen nor end a directive. The host name cannot contain a placeholder, and no user name or
 * password may come before it.
 */
const ADDRESS = /^https:\/\/([a-z0-9][a-z0-9.-]*(?::\d{1,5})?)\/\S*$/i;
const PLACEHOLDERS = ["{z}", "{x}", "{y}"];

/**
 * No other placeholder is accepted: `{s}` in a host name, for example, stands for several servers, and these would not
 * be named to visitors.
 */
export function isTileAddress(text: string): boolean {
  const rest = PLACEHOLDERS.reduce((left, placeholder) => left.replaceAll(placeholder, ""), text);
  return ADDRESS.test(text) && PLACEHOLDERS.every((placeholder) => text.includes(placeholder)) && !/[{}]/.test(rest);
}

function tileHost(url: string): string {
  return ADDRESS.exec(url)?.[1]?.toLowerCase() ?? "";
}

/** Why these two settings cannot be saved together; null if they can. */
export function tileMapProblem(settings: { mapTileUrl: string; mapAttribution: string }): string | null {
  const unnamed = settings.mapTileUrl !== "" && settings.mapAttribution === "";
  return unnamed ? "Enter the credit that the map provider requires" : null;
}

/** Null while no URL is set, in which case no third party is contacted. */
export function tileMapOf(settings: { mapTileUrl: string; mapAttribution: string }): TileMap | null {
  const { mapTileUrl: url, mapAttribution: attribution } = settings;
  return url === "" ? null : { url, host: tileHost(url), attribution };
}
