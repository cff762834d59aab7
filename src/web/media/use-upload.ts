import { useEffect, useRef, useState } from "react";
import { MAX_UPLOAD_BYTES, UPLOAD_TYPES } from "#domain/media/image-limits.ts";
import { refusalText } from "#domain/media/refusal.ts";
import { sniff, SNIFF_BYTES } from "#domain/media/sniff.ts";
import { reasonOf } from "../lib/display-error.ts";
import { type Prepared, prepareFile } from "./prepare-file.ts";
import { withRetries } from "./retry.ts";
import { sendPicture } from "./send-picture.ts";

export type UploadState =
  | { is: "empty" }
  | { is: "sending"; file: File; percent: number; tries: number }
  | { is: "sent"; file: File; uploadURL: string }
  | { is: "failed"; file: File };

const MAX_PROBLEMS = 4;
/** If the connection is already down when the dialog opens, the host is told after this long. */
const OFFLINE_CHECK_MS = 3000;

/** One file, with the rules in SPEC 9 and the messages in SPEC 8. `problems` are kept until a file is chosen again. */
export function useUpload() {
  const [state, setState] = useState<UploadState>({ is: "empty" });
  const [problems, setProblems] = useState<string[]>([]);
  const stop = useRef(new AbortController());
  const tell = (...more: string[]) => setProblems((before) => [...before, ...more].slice(0, MAX_PROBLEMS));

  useEffect(() => {
    const check = () => {
      if (!navigator.onLine) tell("No Internet connection");
    };
    const timer = setTimeout(check, OFFLINE_CHECK_MS);
    addEventListener("offline", check);
    return () => {
      clearTimeout(timer);
      removeEventListener("offline", check);
      stop.current.abort();
    };
  }, []);

  const clear = () => {
    stop.current.abort();
    setState({ is: "empty" });
  };

  async function choose(files: readonly File[]): Promise<void> {
    setProblems([]);
    stop.current.abort();
    const { signal } = (stop.current = new AbortController());
    const [first, ...more] = files;
    if (!first) return;
    // If the file cannot be converted to an accepted one, it is judged as it is.
    const prepared = more.length === 0 ? await prepareFile(first) : null;
    if (signal.aborted) return;
    const offered = prepared?.ok ? [prepared] : files.map(judged);
    const [chosen, ...others] = offered.filter((one) => one.ok);
    tell(...offered.flatMap((one) => (one.ok ? [] : one.reason)));
    if (others.length > 0) tell("You can only upload 1 file");
    if (!chosen || others.length > 0) {
      setState({ is: "empty" });
      const advice = await adviceFor(first);
      if (advice) tell(advice);
      return;
    }
    const { file, type } = chosen;
    setState({ is: "sending", file, percent: 0, tries: 0 });
    const sending = (part: { percent: number } | { tries: number }) =>
      setState((now) => (now.is === "sending" ? { ...now, ...part } : now));
    const onProgress = (bytes: number) => sending({ percent: Math.round((bytes / (file.size || 1)) * 100) });
    try {
      const uploadURL = await withRetries(() => sendPicture(file, type, { signal, onProgress }), {
        signal,
        onRetry: (tries) => sending({ tries }),
      });
      if (!signal.aborted) setState({ is: "sent", file, uploadURL });
    } catch (error) {
      if (signal.aborted) return;
      tell(`Failed to upload ${file.name}. ${reasonOf(error)}`);
      setState({ is: "failed", file });
    }
  }

  const again = () => {
    if (state.is === "failed") void choose([state.file]);
  };
  return { state, problems, choose, clear, again };
}

/** By its size and the type that the browser reports; the server then examines the content. */
function judged(file: File): Prepared {
  const type = UPLOAD_TYPES.find((one) => one === file.type);
  if (!type) return { ok: false, reason: `You can only upload: ${UPLOAD_TYPES.join(", ")}` };
  if (file.size > MAX_UPLOAD_BYTES) return { ok: false, reason: `${file.name} exceeds maximum allowed size of 10 MB` };
  return { ok: true, file, type };
}

/** Based on the file's content; empty if the content is of an accepted type. */
async function adviceFor(file: Blob): Promise<string> {
  const kind = sniff(new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer()));
  return kind === "jpeg" || kind === "png" || kind === "webp" ? "" : refusalText(kind);
}
