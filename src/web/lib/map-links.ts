import type { Point } from "#domain/property/coordinates.ts";

/** A postal address is used if the coordinates are not known. */
type Place = Point | string;

/** URLs that open a map app if one is installed for them, and otherwise a web map; `anyApp` needs an app. */
export const mapLinks = {
  /** https://developers.google.com/maps/documentation/urls */
  show: (place: Place) => `https://www.google.com/maps/search/?api=1&query=${encoded(place)}`,
  directions: (place: Place) => `https://www.google.com/maps/dir/?api=1&destination=${encoded(place)}`,
  apple: (point: Point, name: string) => `https://maps.apple.com/?ll=${encoded(point)}&q=${encodeURIComponent(name)}`,
  openStreetMap: ({ latitude, longitude }: Point) =>
    `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`,
  /** RFC 5870 */
  anyApp: (point: Point) => `geo:${encoded(point)}?q=${encoded(point)}`,
};

function encoded(place: Place): string {
  const text = typeof place === "string" ? place : `${place.latitude},${place.longitude}`;
  return encodeURIComponent(text).replaceAll("%2C", ",");
}
