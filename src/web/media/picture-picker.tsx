import { lazy, type ReactNode, useState } from "react";
import type { Picture } from "#contract/media.ts";
import { Button, type ButtonLook } from "../ui/button.tsx";
import { OutsideForm } from "./outside-form.tsx";

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
      {open ? (
        <OutsideForm>
          <UploadDialog onPicked={pick} onClose={() => setOpen(false)} />
        </OutsideForm>
      ) : null}
    </>
  );
}
