/**
 * URLs that open the guest's map app on a phone, and a web map on a computer. The browser requests nothing before the
 * guest clicks.
 */
export type Point = { latitude: number; longitude: number };

export const mapLinks = {
  /** https://developers.google.com/maps/documentation/urls: this URL opens the app if it is installed. */
  show: (point: Point) => `https://www.google.com/maps/search/?api=1&query=${pair(point)}`,
  directions: (point: Point) => `https://www.google.com/maps/dir/?api=1&destination=${pair(point)}`,
  apple: (point: Point, name: string) => `https://maps.apple.com/?ll=${pair(point)}&q=${encodeURIComponent(name)}`,
  openStreetMap: ({ latitude, longitude }: Point) =>
    `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`,
  /** RFC 5870: this URL opens the system's map app. */
  anyApp: (point: Point) => `geo:${pair(point)}?q=${pair(point)}`,
};

/** The coordinates as typed into a map: `7.3205, 80.7012`. */
export function coordinates(point: Point): string {
  return `${point.latitude}, ${point.longitude}`;
}

function pair({ latitude, longitude }: Point): string {
  return encodeURIComponent(`${latitude},${longitude}`).replace("%2C", ",");
}
