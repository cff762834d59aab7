import { auditLog } from "#contract/audit.ts";
import type { Mount } from "../http/mount.ts";
import type { AuditStore } from "./ports.ts";

const PAGE_SIZE = 50;

export function mountAudit(mount: Mount, store: AuditStore): void {
  mount(auditLog, async ({ query }) => {
    // One more than the page size, to see whether there is a next page.
    const found = await store.page(query.olderThan ?? null, PAGE_SIZE + 1);
    const entries = found.slice(0, PAGE_SIZE);
    return { entries, next: found.length > PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null };
  });
}
