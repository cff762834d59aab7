import { health, ready } from "#contract/health.ts";
import type { Database } from "../database/connect.ts";
import { ping } from "../database/dialect.ts";
import type { Mount } from "./mount.ts";

export function mountHealth(mount: Mount, { db, engine }: Pick<Database, "db" | "engine">): void {
  mount(health, async () => ({ status: "ok" as const }));
  mount(ready, async () => {
    await ping(db);
    return { status: "ready" as const, database: engine };
  });
}
