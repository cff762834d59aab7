import type { Database } from "../database/connect.ts";
import type { Mount } from "../http/mount.ts";
import { type DeskNeeds, mountDesk } from "./desk-routes.ts";
import type { BookingListener, BookingStore, RecordAct } from "./ports.ts";
import { type BookingRouteNeeds, mountBookings } from "./routes.ts";
import { createBookingStore } from "./store.ts";

type Needs = Omit<BookingRouteNeeds & DeskNeeds, "bookings"> & {
  database: Database;
  /** Hear of every change inside its transaction: messages, live events. */
  listeners?: readonly BookingListener[];
  record?: RecordAct;
};

export function createBookingModule({ database, listeners = [], record, ...needs }: Needs): {
  mount: (mount: Mount) => void;
  find: BookingStore["find"];
} {
  const bookings = createBookingStore(database, { listeners, record: record ?? null });
  return {
    mount: (mount) => {
      mountBookings(mount, { ...needs, bookings });
      mountDesk(mount, { ...needs, bookings });
    },
    find: bookings.find,
  };
}
