import type { Database } from "../database/connect.ts";
import type { Mount } from "../http/mount.ts";
import { type DeskNeeds, mountDesk } from "./desk-routes.ts";
import type { AuditPort, BookingListener } from "./ports.ts";
import { type BookingRouteNeeds, mountBookings } from "./routes.ts";
import { createBookingStore } from "./store.ts";

type Needs = Omit<BookingRouteNeeds & DeskNeeds, "bookings"> & {
  database: Database;
  /** Hear of every change inside its transaction: messages, live events. */
  listeners?: readonly BookingListener[];
  audit?: AuditPort;
};

export function createBookingModule({ database, listeners = [], audit, ...needs }: Needs): {
  mount: (mount: Mount) => void;
} {
  const bookings = createBookingStore(database, { listeners, audit: audit ?? null });
  return {
    mount: (mount) => {
      mountBookings(mount, { ...needs, bookings });
      mountDesk(mount, { ...needs, bookings });
    },
  };
}
