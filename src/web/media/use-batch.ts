import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../api/client.ts";
import { record, rememberPicture } from "../api/media.ts";
import { type BatchState, MAX_AT_ONCE } from "./batch.ts";
import { prepareFile } from "./prepare-file.ts";
import { withRetries } from "./retry.ts";
import { sendPicture } from "./send-picture.ts";
import { reasonOf } from "../lib/display-error.ts";
import { useUploads } from "./use-uploads.ts";

/** More uploads would only share the same connection. */
const AT_ONCE = 2;
const NO_DETAILS = { alt: "", focusX: 50, focusY: 50, author: "", licence: "", source: "" };
/** The server refuses the file itself, and would refuse it again. */
const FILE_REFUSED = [413, 415, 422];

export function useBatch({ room }: { room: number }) {
  const client = useQueryClient();
  const [problem, setProblem] = useState("");
  const uploads = useUploads<BatchState>(AT_ONCE, { is: "waiting" }, async (file, { set, signal }) => {
    set({ is: "preparing" });
    const prepared = await prepareFile(file);
    if (!prepared.ok) return { is: "failed", reason: prepared.reason, mayRetry: false };
    let tries = 0;
    const sending = (percent: number) => set({ is: "sending", percent, tries });
    sending(0);
    const onProgress = (bytes: number) => sending(Math.round((bytes / prepared.file.size) * 100));
    const onRetry = (count: number) => {
      tries = count;
      sending(0);
    };
    try {
      const uploadURL = await withRetries(() => sendPicture(prepared.file, prepared.type, { signal, onProgress }), {
        signal,
        onRetry,
      });
      set({ is: "recording" });
      const picture = await withRetries(() => record(uploadURL, NO_DETAILS), { signal, onRetry: () => {} });
      rememberPicture(client, picture);
      return { is: "done", picture };
    } catch (error) {
      const mayRetry = !(error instanceof ApiError && FILE_REFUSED.includes(error.status));
      return { is: "failed", reason: reasonOf(error), mayRetry };
    }
  });
  const add = (files: readonly File[]) => {
    const most = Math.max(0, Math.min(MAX_AT_ONCE, room) - uploads.items.length);
    setProblem(files.length > most ? tooMany(files.length, most, room) : "");
    uploads.add(files.slice(0, most));
  };
  return { ...uploads, problem, add };
}

/** SPEC 8's message, with how many files were taken and what to do about the others. */
function tooMany(chosen: number, most: number, room: number): string {
  const why = room < MAX_AT_ONCE ? "The gallery has no room for more" : "Add the others afterwards";
  return `You can only upload ${most} file(s). ${most > 0 ? `We took the first ${most} of ${chosen}. ` : ""}${why}.`;
}
