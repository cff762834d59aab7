import { useEffect, useEffectEvent } from "react";
import type { Picture } from "#contract/media.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { countOf, isUnderWay, picturesOf } from "./batch.ts";
import { BatchLine } from "./batch-line.tsx";
import { ChooseFile } from "./choose-file.tsx";
import { EarlierPictures } from "./earlier-pictures.tsx";
import { ProblemList } from "./problem-list.tsx";
import { useBatch } from "./use-batch.ts";
import { useIncomingFiles } from "./use-incoming-files.ts";

export type Added = { picture: Picture; fileName: string };
type Props = {
  room: number;
  onAdded: (added: Added[]) => void;
  onClose: () => void;
};

/** Closes when all pictures are uploaded, and stays open if an upload has failed or too many files were chosen. */
export function BatchDialog({ room, onAdded, onClose }: Props) {
  const { items, problem, add, again, remove } = useBatch({ room });
  const [failed, done] = [countOf(items, "failed"), countOf(items, "done")];
  const underWay = isUnderWay(items);
  const take = (files: FileList | null) => add([...(files ?? [])]);
  const { over, dropTarget } = useIncomingFiles(take);
  const finish = useEffectEvent(() => onAdded(picturesOf(items)));
  const isComplete = done > 0 && done === items.length && problem === "";
  useEffect(() => {
    if (isComplete) finish();
  }, [isComplete]);
  const close = () => {
    if (items.length === 0 || confirm("Close without adding these pictures?")) onClose();
  };
  return (
    <Dialog title="Add photos" onClose={close} size="picker">
      <div {...dropTarget}>
        <ProblemList problems={problem ? [problem] : []} />
        {items.length === 0 ? (
          <>
            <ChooseFile onChosen={take} over={over} many />
            <EarlierPictures onPicked={(picture) => onAdded([{ picture, fileName: "" }])} />
          </>
        ) : (
          <>
            <p role="status" className="mb-3 font-semibold">
              {underWay
                ? `${done} of ${items.length} uploaded`
                : failed > 0
                  ? `${failed} of ${items.length} could not be uploaded`
                  : `${done} uploaded`}
            </p>
            <ul className="divide-y divide-line">
              {items.map((item) => (
                <BatchLine key={item.key} item={item} onAgain={() => again(item)} onRemove={() => remove(item)} />
              ))}
            </ul>
            <div className="mt-4 flex justify-end">
              <Button disabled={underWay || done === 0} onClick={() => onAdded(picturesOf(items))}>
                {failed > 0 && done > 0 ? `Add the other ${done}` : `Add ${items.length}`}
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}
