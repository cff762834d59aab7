import type { ReactNode } from "react";
import type { AdminUser } from "#contract/auth.ts";

export function AdminLayout({ admin, children }: { admin: AdminUser; children: ReactNode }) {
  return (
    <>
      <header className="border-b border-line bg-surface p-4">{admin.username}</header>
      <main id="main" className="mx-auto max-w-6xl p-4">
        {children}
      </main>
    </>
  );
}
