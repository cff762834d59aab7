import { useEffect, useRef, useState } from "react";
import { type MessagePicture, uploadPath } from "#contract/message-picture.ts";
import { MAX_PICTURES } from "#domain/messaging/conversation.ts";
import { sendFile } from "../../api/send-file.ts";
import { prepareFile } from "../../media/prepare-file.ts";
import { withRetries } from "../../media/retry.ts";
import { reasonOf } from "../../lib/display-error.ts";

export type ChosenPicture = { key: number; name: string; state: PictureState };
type PictureState =
  | { is: "sending"; percent: number }
  | { is: "sent"; picture: MessagePicture }
  | { is: "failed"; reason: string };

/** Pictures are uploaded one after another as they are chosen, and sent with the text. */
export function usePictures(bookingId: string, onChange: () => void) {
  const [items, setItems] = useState<ChosenPicture[]>([]);
  const [problem, setProblem] = useState("");
  const nextKey = useRef(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const stops = useRef(new Map<number, AbortController>());

  const set = (key: number, state: PictureState) =>
    setItems((before) => before.map((item) => (item.key === key ? { ...item, state } : item)));

  async function upload(key: number, file: File, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const prepared = await prepareFile(file);
    if (!prepared.ok) {
      set(key, { is: "failed", reason: prepared.reason });
      return;
    }
    const onProgress = (bytes: number) =>
      set(key, { is: "sending", percent: Math.round((bytes / prepared.file.size) * 100) });
    const url = uploadPath("host", bookingId);
    const headers = { "content-type": prepared.type };
    try {
      const response = await withRetries(
        () => sendFile({ method: "POST", url, headers, file: prepared.file, onProgress, signal }),
        { signal, onRetry: () => set(key, { is: "sending", percent: 0 }) },
      );
      const picture: MessagePicture = JSON.parse(response);
      set(key, { is: "sent", picture });
    } catch (error) {
      if (!signal.aborted) set(key, { is: "failed", reason: reasonOf(error) });
    }
  }

  const add = (files: readonly File[]) => {
    if (files.length === 0) return;
    onChange();
    const room = MAX_PICTURES - items.length;
    setProblem(files.length > room ? `A message can have up to ${MAX_PICTURES} pictures. We left out the rest.` : "");
    const taken = files.slice(0, Math.max(0, room)).map((file) => ({ key: (nextKey.current += 1), file }));
    setItems((before) => [
      ...before,
      ...taken.map(({ key, file }) => ({ key, name: file.name, state: { is: "sending" as const, percent: 0 } })),
    ]);
    for (const { key, file } of taken) {
      const stop = new AbortController();
      stops.current.set(key, stop);
      last.current = last.current.then(() => upload(key, file, stop.signal));
    }
  };

  const remove = (key: number) => {
    onChange();
    setProblem("");
    stops.current.get(key)?.abort();
    setItems((before) => before.filter((item) => item.key !== key));
  };

  useEffect(() => {
    const all = stops.current;
    return () => {
      for (const stop of all.values()) stop.abort();
    };
  }, []);

  return {
    items,
    problem,
    ids: items.flatMap(({ state }) => (state.is === "sent" ? [state.picture.id] : [])),
    sending: items.some(({ state }) => state.is === "sending"),
    add,
    remove,
    clear: (sent: readonly ChosenPicture[]) => {
      setItems((before) => before.filter(({ key }) => !sent.some((one) => one.key === key)));
      setProblem("");
    },
  };
}
