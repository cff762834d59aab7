import type { BaseNeeds } from "../core/base-needs.ts";
import type { CheckCalendars } from "../database/calendar.ts";
import type { Mount } from "../http/mount.ts";
import type { RecordAct } from "../core/host.ts";
import type { BlockListener } from "./ports.ts";
import { mountBlocks } from "./routes.ts";
import { createBlockStore } from "./store.ts";

type Needs = Pick<BaseNeeds, "database" | "clock" | "today"> & {
  checkCalendars: CheckCalendars;
  listeners?: readonly BlockListener[];
  record?: RecordAct;
};

export function createBlocksModule({ database, checkCalendars, listeners = [], record, ...needs }: Needs): {
  mount: (mount: Mount) => void;
} {
  const blocks = createBlockStore(database, { checkCalendars, listeners, record: record ?? null });
  return { mount: (mount) => mountBlocks(mount, { ...needs, blocks }) };
}
