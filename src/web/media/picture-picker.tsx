import { lazy, type ReactNode, Suspense, useState } from "react";
import { createPortal } from "react-dom";
import type { Picture } from "#contract/media.ts";
import { Button, type ButtonLook } from "../ui/button.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { PageGuard } from "../ui/page-guard.tsx";

type Props = {
  /** Called with a recorded picture. Its `url` goes into the content, and `alt` is the host's description. */
  onPicked: (picture: Picture) => void;
  /** The label of the button. */
  children: ReactNode;
  look?: ButtonLook;
  className?: string;
};

/** Uppy and the dialog are loaded when they are needed. */
const UploadDialog = lazy(async () => ({ default: (await import("./upload-dialog.tsx")).UploadDialog }));

/** A button that lets the host upload a picture, or choose an existing one. */
export function PicturePicker({ onPicked, children, look = "secondary", ...button }: Props) {
  const [open, setOpen] = useState(false);
  const pick = (picture: Picture) => {
    setOpen(false);
    onPicked(picture);
  };
  return (
    <>
      <Button look={look} aria-haspopup="dialog" onClick={() => setOpen(true)} {...button}>
        {children}
      </Button>
      {/* The dialog is rendered outside the form around the button: it has its own form, and forms can't be nested. */}
      {open ? (
        <PageGuard instead={<NotLoaded />}>
          {createPortal(
            <Suspense fallback={null}>
              <UploadDialog onPicked={pick} onClose={() => setOpen(false)} />
            </Suspense>,
            document.body,
          )}
        </PageGuard>
      ) : null}
    </>
  );
}
