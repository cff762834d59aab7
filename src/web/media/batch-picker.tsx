import { lazy, Suspense, useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "../ui/button.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { PageGuard } from "../ui/page-guard.tsx";
import type { Added } from "./batch-dialog.tsx";

const BatchDialog = lazy(async () => ({ default: (await import("./batch-dialog.tsx")).BatchDialog }));

export function BatchPicker({ id, room, onAdded }: { id: string; room: number; onAdded: (added: Added[]) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button id={id} aria-haspopup="dialog" disabled={room <= 0} onClick={() => setOpen(true)}>
        Add photos
      </Button>
      {open ? (
        <PageGuard instead={<NotLoaded />}>
          {createPortal(
            <Suspense fallback={null}>
              <BatchDialog
                room={room}
                onClose={() => setOpen(false)}
                onAdded={(added) => {
                  setOpen(false);
                  onAdded(added);
                }}
              />
            </Suspense>,
            document.body,
          )}
        </PageGuard>
      ) : null}
    </>
  );
}
