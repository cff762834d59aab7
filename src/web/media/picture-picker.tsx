import { lazy, type ReactNode, Suspense, useState } from "react";
import { createPortal } from "react-dom";
import type { Picture } from "#contract/media.ts";
import { Button, type ButtonLook } from "../ui/button.tsx";

type Props = {
  /** Called once the picture is recorded: `url` goes into the content, `alt` is the host's description. */
  onPicked: (picture: Picture) => void;
  /** The label of the button. */
  children?: ReactNode;
  look?: ButtonLook;
  className?: string;
  disabled?: boolean;
};

/** Uppy and the dialog are loaded when needed. */
const UploadDialog = lazy(async () => ({ default: (await import("./upload-dialog.tsx")).UploadDialog }));

/** A button that lets the host upload a picture, or choose an existing one. */
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
      {/* Outside of the form around the button: the dialog has its own, and forms cannot be nested. */}
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
