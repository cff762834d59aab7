import { type ReactNode, Suspense } from "react";
import { createPortal } from "react-dom";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { PageGuard } from "../ui/page-guard.tsx";

/** For a dialog that is loaded when needed and has its own form: forms can't be nested. */
export function OutsideForm({ children }: { children: ReactNode }) {
  return (
    <PageGuard instead={<NotLoaded />}>
      {createPortal(<Suspense fallback={null}>{children}</Suspense>, document.body)}
    </PageGuard>
  );
}
