import { useState } from "react";
import { type MessagePicture, uploadPath } from "#contract/message-picture.ts";
import { MAX_PICTURES } from "#domain/messaging/conversation.ts";
import { sendFile } from "../../api/send-file.ts";
import { prepareFile } from "../../media/prepare-file.ts";
import { withRetries } from "../../media/retry.ts";
import { type Upload, useUploads } from "../../media/use-uploads.ts";
import { reasonOf } from "../../lib/display-error.ts";

export type ChosenPicture = Upload<PictureState>;
type PictureState =
  | { is: "sending"; percent: number }
  | { is: "sent"; picture: MessagePicture }
  | { is: "failed"; reason: string };

/** Pictures are uploaded one after another as they are chosen, and sent with the text. */
export function usePictures(bookingId: string, onChange: () => void) {
  const [problem, setProblem] = useState("");
  const uploads = useUploads<PictureState>(1, { is: "sending", percent: 0 }, async (file, { set, signal }) => {
    const prepared = await prepareFile(file);
    if (!prepared.ok) return { is: "failed", reason: prepared.reason };
    const onProgress = (bytes: number) =>
      set({ is: "sending", percent: Math.round((bytes / prepared.file.size) * 100) });
    const url = uploadPath("host", bookingId);
    const headers = { "content-type": prepared.type };
    try {
      const response = await withRetries(
        () => sendFile({ method: "POST", url, headers, file: prepared.file, onProgress, signal }),
        { signal, onRetry: () => set({ is: "sending", percent: 0 }) },
      );
      return { is: "sent", picture: JSON.parse(response) };
    } catch (error) {
      return { is: "failed", reason: reasonOf(error) };
    }
  });
  const { items } = uploads;
  return {
    items,
    problem,
    ids: items.flatMap(({ state }) => (state.is === "sent" ? [state.picture.id] : [])),
    sending: items.some(({ state }) => state.is === "sending"),
    add: (files: readonly File[]) => {
      if (files.length === 0) return;
      onChange();
      const room = MAX_PICTURES - items.length;
      setProblem(files.length > room ? `A message can have up to ${MAX_PICTURES} pictures. We left out the rest.` : "");
      uploads.add(files.slice(0, Math.max(0, room)));
    },
    remove: (item: ChosenPicture) => {
      onChange();
      setProblem("");
      uploads.remove(item);
    },
    clear: (sent: readonly ChosenPicture[]) => {
      sent.forEach(uploads.remove);
      setProblem("");
    },
  };
}
