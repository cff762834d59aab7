export type Point = { latitude: number; longitude: number };

/** The coordinates as typed into a map: `7.3205, 80.7012`. */
export function coordinates({ latitude, longitude }: Point): string {
  return `${latitude}, ${longitude}`;
}
