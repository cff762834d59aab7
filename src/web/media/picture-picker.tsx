import { lazy, type ReactNode, Suspense, useState } from "react";
import { createPortal } from "react-dom";
import type { Picture } from "#contract/media.ts";
import { Button, type ButtonLook } from "../ui/button.tsx";

type Props = {
  /** The picture is recorded: `url` is what goes into the content, `alt` what the host has said of it. */
  onPicked: (picture: Picture) => void;
  /** What stands on the button. */
  children?: ReactNode;
  look?: ButtonLook;
  className?: string;
  disabled?: boolean;
};

/** Uppy and the dialog come when somebody wants to choose. */
const UploadDialog = lazy(async () => ({ default: (await import("./upload-dialog.tsx")).UploadDialog }));

/** A button that lets the host upload a picture, or choose one of those that are there. */
export function PicturePicker({ onPicked, children = "Choose a picture", look = "secondary", ...button }: Props) {
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
      {/* Outside of the form that the button stands in: the dialog has one of its own, and forms do not nest. */}
      {open
        ? createPortal(
            <Suspense fallback={null}>
              <UploadDialog onPicked={pick} onClose={() => setOpen(false)} />
            </Suspense>,
            document.body,
          )
        : null}
    </>
  );
}
