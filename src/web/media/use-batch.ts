import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "../api/client.ts";
import { record, rememberPicture } from "../api/media.ts";
import { type BatchItem, type BatchState, MAX_AT_ONCE } from "./batch.ts";
import { prepareFile } from "./prepare-file.ts";
import { withRetries } from "./retry.ts";
import { sendPicture } from "./send-picture.ts";
import { reasonOf } from "../lib/display-error.ts";

/** More uploads would only share the same connection. */
const AT_ONCE = 2;
const NO_DETAILS = { alt: "", focusX: 50, focusY: 50, author: "", licence: "", source: "" };
/** The server refuses the file itself, and would refuse it again. */
const FILE_REFUSED = [413, 415, 422];

/** Uploads the files in the order in which they were chosen. */
export function useBatch({ room }: { room: number }) {
  const client = useQueryClient();
  const [items, setItems] = useState<BatchItem[]>([]);
  const [problem, setProblem] = useState("");
  const queue = useRef<BatchItem[]>([]);
  const working = useRef(0);
  const nextKey = useRef(0);
  const stop = useRef(new AbortController());

  const set = (key: number, state: BatchState) =>
    setItems((before) => before.map((item) => (item.key === key ? { ...item, state } : item)));

  async function send({ key, file }: BatchItem): Promise<BatchState> {
    set(key, { is: "preparing" });
    const prepared = await prepareFile(file);
    if (!prepared.ok) return { is: "failed", reason: prepared.reason, mayRetry: false };
    const { signal } = stop.current;
    let tries = 0;
    set(key, { is: "sending", percent: 0, tries });
    const uploadURL = await withRetries(
      () =>
        sendPicture(prepared.file, prepared.type, {
          signal,
          onProgress: (bytes) =>
            set(key, { is: "sending", percent: Math.round((bytes / prepared.file.size) * 100), tries }),
        }),
      { signal, onRetry: (count) => set(key, { is: "sending", percent: 0, tries: (tries = count) }) },
    );
    set(key, { is: "recording" });
    const picture = await withRetries(() => record(uploadURL, NO_DETAILS), { signal, onRetry: () => {} });
    rememberPicture(client, picture);
    return { is: "done", picture };
  }

  /** Runs until no file is left. */
  async function work(): Promise<void> {
    const item = queue.current.shift();
    if (!item || stop.current.signal.aborted) return;
    working.current += 1;
    set(
      item.key,
      await send(item).catch((error: unknown) => ({
        is: "failed" as const,
        reason: reasonOf(error),
        mayRetry: !(error instanceof ApiError && FILE_REFUSED.includes(error.status)),
      })),
    );
    working.current -= 1;
    await work();
  }

  const start = (more: BatchItem[]) => {
    queue.current.push(...more);
    for (let free = AT_ONCE - working.current; free > 0; free--) void work();
  };

  useEffect(() => {
    const begun = new AbortController();
    stop.current = begun;
    return () => begun.abort();
  }, []);

  return {
    items,
    problem,
    add: (files: readonly File[]) => {
      const most = Math.min(MAX_AT_ONCE, room) - items.length;
      setProblem(files.length > most ? tooMany(files.length, Math.max(0, most), room) : "");
      const added = files.slice(0, Math.max(0, most)).map((file) => ({
        key: nextKey.current++,
        file,
        state: { is: "waiting" } as const,
      }));
      setItems((before) => [...before, ...added]);
      start(added);
    },
    again: (item: BatchItem) => {
      set(item.key, { is: "waiting" });
      start([item]);
    },
    remove: ({ key }: BatchItem) => setItems((before) => before.filter((item) => item.key !== key)),
  };
}

/** SPEC 8's message, with how many files were taken and what to do about the others. */
function tooMany(chosen: number, most: number, room: number): string {
  const why = room < MAX_AT_ONCE ? "The gallery has no room for more" : "Add the others afterwards";
  return `You can only upload ${most} file(s). ${most > 0 ? `We took the first ${most} of ${chosen}. ` : ""}${why}.`;
}
