import { paths } from "../../lib/paths.ts";

/** Where a stay is opened: a booking of ours, or what a platform has sold. */
export function stayPath({ id, imported }: { id: string; imported: boolean }): string {
  return imported ? paths.admin.channelStay(id) : paths.admin.booking(id);
}
