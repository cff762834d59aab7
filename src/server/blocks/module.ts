import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Database } from "../database/connect.ts";
import type { Mount } from "../http/mount.ts";
import type { Clock } from "../runtime/clock.ts";
import type { AuditPort, BlockListener } from "./ports.ts";
import { mountBlocks } from "./routes.ts";
import { createBlockStore } from "./store.ts";

type Needs = {
  database: Database;
  clock: Clock;
  today: () => Promise<LocalDate>;
  listeners?: readonly BlockListener[];
  audit?: AuditPort;
};

export function createBlocksModule({ database, listeners = [], audit, ...needs }: Needs): {
  mount: (mount: Mount) => void;
} {
  const blocks = createBlockStore(database, { listeners, audit: audit ?? null });
  return { mount: (mount) => mountBlocks(mount, { ...needs, blocks }) };
}
