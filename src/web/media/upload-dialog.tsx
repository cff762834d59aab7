import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type DragEvent, useEffect, useEffectEvent, useState } from "react";
import type { Picture } from "#contract/media.ts";
import { type PictureDetails, record, rememberPicture } from "../api/media.ts";
import { reasonOf } from "../admin/bookings/use-act.ts";
import { Dialog } from "../ui/dialog.tsx";
import { toast } from "../ui/toast-store.ts";
import { ChooseFile } from "./choose-file.tsx";
import { DescribePicture } from "./describe-picture.tsx";
import { EarlierPictures } from "./earlier-pictures.tsx";
import { ProblemList } from "./problem-list.tsx";
import { useUpload } from "./use-upload.ts";

type Props = { onPicked: (picture: Picture) => void; onClose: () => void };

/** SPEC 2 and 9: chooses one picture, sends it while the host says what it shows, and records it. */
export function UploadDialog({ onPicked, onClose }: Props) {
  const client = useQueryClient();
  const { state, problems, choose, clear, again } = useUpload();
  const [over, setOver] = useState(false);
  const saving = useMutation({
    mutationFn: ({ uploadURL, details }: { uploadURL: string; details: PictureDetails }) => record(uploadURL, details),
    onSuccess: (picture) => {
      rememberPicture(client, picture);
      toast({ title: "Image uploaded successfully!" });
      onPicked(picture);
    },
    onError: () => toast({ title: "Failed to upload image", variant: "destructive" }),
  });
  const take = (files: FileList | null) => {
    saving.reset();
    void choose([...(files ?? [])]);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = event.clipboardData?.files ?? null;
    if (!files?.length) return;
    event.preventDefault();
    take(files);
  });
  // Wherever in the dialog the focus is, and where it is nowhere.
  useEffect(() => {
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, []);
  const close = () => {
    clear();
    onClose();
  };
  const refused = saving.error ? [reasonOf(saving.error)] : [];
  return (
    <Dialog title="Add a picture" onClose={close} size="picker">
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <ProblemList problems={[...problems, ...refused]} />
        {state.is === "empty" ? (
          <>
            <ChooseFile onChosen={take} over={over} />
            <EarlierPictures onPicked={onPicked} />
          </>
        ) : (
          <DescribePicture
            // Another file is another picture: what was said of the last one does not fit.
            key={`${state.file.name} ${state.file.size} ${state.file.lastModified}`}
            state={state}
            saving={saving.isPending}
            refused={saving.isError}
            onAgain={again}
            onOther={() => {
              saving.reset();
              clear();
            }}
            onDone={(details) => {
              if (state.is === "sent") saving.mutate({ uploadURL: state.uploadURL, details });
            }}
          />
        )}
      </div>
    </Dialog>
  );
}
