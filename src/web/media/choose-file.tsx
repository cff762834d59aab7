import { clsx } from "clsx";
import { Camera, ImageUp } from "../ui/later-icons.tsx";
import { type ChangeEvent, useRef } from "react";
import { UPLOAD_TYPES } from "#domain/media/image-limits.ts";
import { Button } from "../ui/button.tsx";
import { MAX_AT_ONCE } from "./batch.ts";

type Props = { onChosen: (files: FileList | null) => void; over: boolean; many?: boolean };

/** With this list of types, an iPhone converts its HEIC photos to JPEG. */
const ACCEPTED = UPLOAD_TYPES.join(",");
/** Computers do not convert files, but some of their browsers can open HEIC. */
const ON_COMPUTERS = `${ACCEPTED},.heic,.heif,.avif`;

const acceptedHere = () => (matchMedia("(pointer: fine)").matches ? ON_COMPUTERS : ACCEPTED);

/** The dialog around these buttons accepts dropped and pasted files. */
export function ChooseFile({ onChosen, over, many = false }: Props) {
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    onChosen(event.target.files);
    // Lets the host choose the same file again after correcting it.
    event.target.value = "";
  };
  return (
    <div
      className={clsx(
        "grid content-center justify-items-center gap-4 rounded-2xl border-2 border-dashed p-6 text-center sm:min-h-72",
        over ? "border-accent bg-sunken" : "border-line-strong",
      )}
    >
      <ImageUp className="size-10 text-ink-soft" />
      <p>
        <span className="hidden pointer-fine:inline">
          {many ? "Drop your pictures here, or choose them. " : "Drop a picture here, paste one, or choose it. "}
        </span>
        <span className="text-ink-soft">
          {many
            ? `Up to ${MAX_AT_ONCE} at once. We make large photos smaller, and convert HEIC where your browser can.`
            : `One JPEG, PNG or WebP file, up to 10\u00a0MB.`}
        </span>
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={() => files.current?.click()}>{many ? "Choose files" : "Choose a file"}</Button>
        <span className="hidden pointer-coarse:block">
          <Button look="secondary" onClick={() => camera.current?.click()}>
            <Camera className="size-5" />
            Take a photo
          </Button>
        </span>
      </div>
      <input
        ref={files}
        type="file"
        aria-label={many ? "Picture files" : "Picture file"}
        accept={acceptedHere()}
        multiple={many}
        onChange={chosen}
        tabIndex={-1}
        className="sr-only"
      />
      <input
        ref={camera}
        type="file"
        aria-label="Photo from the camera"
        accept={ACCEPTED}
        capture="environment"
        onChange={chosen}
        tabIndex={-1}
        className="sr-only"
      />
    </div>
  );
}
