import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Picture } from "#contract/media.ts";
import { statusOf } from "../api/client.ts";
import { type PictureDetails, record, rememberPicture } from "../api/media.ts";
import { reasonOf } from "../lib/display-error.ts";
import { Dialog } from "../ui/dialog.tsx";
import { toast } from "../ui/toast-store.ts";
import { ChooseFile } from "./choose-file.tsx";
import { DescribePicture } from "./describe-picture.tsx";
import { EarlierPictures } from "./earlier-pictures.tsx";
import { ProblemList } from "./problem-list.tsx";
import { useIncomingFiles } from "./use-incoming-files.ts";
import { useUpload } from "./use-upload.ts";

/** SPEC 2 and 9: uploads one picture while the host enters its details, and then records it. */
export function UploadDialog({ onPicked, onClose }: { onPicked: (picture: Picture) => void; onClose: () => void }) {
  const client = useQueryClient();
  const { state, problems, choose, clear, again } = useUpload();
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
  const { over, dropTarget } = useIncomingFiles(take);
  const close = () => {
    clear();
    onClose();
  };
  const refused = saving.error ? [reasonOf(saving.error)] : [];
  return (
    <Dialog title="Add a picture" onClose={close} size="picker">
      <div {...dropTarget}>
        <ProblemList problems={[...problems, ...refused]} />
        {state.is === "empty" ? (
          <>
            <ChooseFile onChosen={take} over={over} />
            <EarlierPictures onPicked={onPicked} />
          </>
        ) : (
          <DescribePicture
            // The details of the previous file do not apply to another one.
            key={`${state.file.name} ${state.file.size} ${state.file.lastModified}`}
            state={state}
            saving={saving.isPending}
            refused={(statusOf(saving.error) ?? 500) < 500}
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
