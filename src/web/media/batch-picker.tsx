import { lazy, useState } from "react";
import { Button } from "../ui/button.tsx";
import { OutsideForm } from "./outside-form.tsx";
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
        <OutsideForm>
          <BatchDialog
            room={room}
            onClose={() => setOpen(false)}
            onAdded={(added) => {
              setOpen(false);
              onAdded(added);
            }}
          />
        </OutsideForm>
      ) : null}
    </>
  );
}
