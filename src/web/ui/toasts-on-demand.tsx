import { lazy, Suspense } from "react";
import { useToasts } from "./toast-store.ts";

const Toaster = lazy(async () => ({ default: (await import("./toaster.tsx")).Toaster }));

/** The toaster's code comes with the first toast: most visits to a public page never see one. */
export function ToastsOnDemand() {
  const toasts = useToasts();
  if (toasts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}
