/** A map drawn by a third party, in square pictures ("tiles") that the visitor's browser fetches there. */
export type TileMap = {
  /** With {z}, {x} and {y} where zoom, column and row belong. */
  url: string;
  /** Whom the provider wants named beside its pictures. */
  attribution: string;
};

/** Characters. */
export const TILE_ADDRESS_MAX = 300;
export const ATTRIBUTION_MAX = 200;

/**
 * The host is written into a page's policy: letters, digits, dots and hyphens only, so that it can neither widen nor end
 * a rule there. No name and password before it, no placeholder within it.
 */
const ADDRESS = /^https:\/\/([a-z0-9][a-z0-9.-]*(?::\d{1,5})?)\/\S*$/i;
const PLACEHOLDERS = ["{z}", "{x}", "{y}"];

/** Any other placeholder, as `{s}` for one of several hosts, would reach for more than the one host that visitors are told. */
export function isTileAddress(text: string): boolean {
  const rest = PLACEHOLDERS.reduce((left, placeholder) => left.replaceAll(placeholder, ""), text);
  return ADDRESS.test(text) && PLACEHOLDERS.every((placeholder) => text.includes(placeholder)) && !/[{}]/.test(rest);
}

/** `tiles.example.org`, with the port where it is not the usual one: whom a visitor's browser asks. */
export function tileHost({ url }: Pick<TileMap, "url">): string {
  return ADDRESS.exec(url)?.[1]?.toLowerCase() ?? "";
}

/** Why these two cannot be saved together; null where they can. */
export function tileMapProblem(settings: { mapTileUrl: string; mapAttribution: string }): string | null {
  const unnamed = settings.mapTileUrl !== "" && settings.mapAttribution === "";
  return unnamed ? "Name whom the map's pictures come from, as their provider asks for it" : null;
}

/** Null while the host has set no address: then nobody is asked. */
export function tileMapOf(settings: { mapTileUrl: string; mapAttribution: string }): TileMap | null {
  return settings.mapTileUrl === "" ? null : { url: settings.mapTileUrl, attribution: settings.mapAttribution };
}
