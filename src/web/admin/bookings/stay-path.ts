import { paths } from "../../lib/paths.ts";

/** The screen of a stay: a booking of ours, or one imported from a platform. */
export function stayPath({ id, imported }: { id: string; imported: boolean }): string {
  return imported ? paths.admin.channelStay(id) : paths.admin.booking(id);
}
