import { paths } from "../../lib/paths.ts";

/** The path of the screen for a stay: one of our own bookings, or a stay imported from a platform. */
export function stayPath({ id, imported }: { id: string; imported: boolean }): string {
  return imported ? paths.admin.channelStay(id) : paths.admin.booking(id);
}
