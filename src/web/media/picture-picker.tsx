import { lazy, type ReactNode, Suspense, useState } from "react";
import { createPortal } from "react-dom";
import type { Picture } from "#contract/media.ts";
import { Button, type ButtonLook } from "../ui/button.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { PageGuard } from "../ui/page-guard.tsx";

type Props = {
  /** `url` goes into the content, and `alt` is the host's description. */
  onPicked: (picture: Picture) => void;
  children: ReactNode;
  look?: ButtonLook;
  className?: string;
};

const UploadDialog = lazy(async () => ({ default: (await import("./upload-dialog.tsx")).UploadDialog }));

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
      {/* Outside the form around the button, because the dialog has its own form, and forms can't be nested. */}
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
