import { paths } from "../../lib/paths.ts";

export function stayPath({ id, imported }: { id: string; imported: boolean }): string {
  return imported ? paths.admin.channelStay(id) : paths.admin.booking(id);
}
