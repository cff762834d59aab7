import type { Database } from "../database/connect.ts";
import type { Mount } from "../http/mount.ts";
import { type BookingRouteNeeds, mountBookings } from "./routes.ts";
import { createBookingStore } from "./store.ts";

type Needs = Omit<BookingRouteNeeds, "bookings"> & { database: Database };

export function createBookingModule({ database, ...needs }: Needs): { mount: (mount: Mount) => void } {
  const bookings = createBookingStore(database);
  return { mount: (mount) => mountBookings(mount, { ...needs, bookings }) };
}
