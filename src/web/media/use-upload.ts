import { useEffect, useMemo, useState } from "react";
import { adviceFor, type ChosenFile, createUploader, MAX_REFUSAL_MESSAGES } from "./uploader.ts";
import { prepareFile } from "./prepare-file.ts";
import { reasonOf } from "../lib/display-error.ts";

export type UploadState =
  | { is: "empty" }
  | { is: "sending"; file: File; percent: number; tries: number }
  | { is: "sent"; file: File; uploadURL: string }
  | { is: "failed"; file: File };

/** `problems` are kept until a file is chosen or sent again. */
export function useUpload() {
  const [state, setState] = useState<UploadState>({ is: "empty" });
  const [problems, setProblems] = useState<string[]>([]);
  const uppy = useMemo(
    () => createUploader({ onRetry: (tries) => setState((now) => (now.is === "sending" ? { ...now, tries } : now)) }),
    [],
  );
  const tell = (problem: string) => setProblems((before) => [...before, problem].slice(0, MAX_REFUSAL_MESSAGES));

  useEffect(() => {
    uppy.on("restriction-failed", (_file, error) => tell(error.message));
    uppy.on("is-offline", () => tell(uppy.i18n("noInternetConnection")));
    uppy.on("progress", (percent) => setState((now) => (now.is === "sending" ? { ...now, percent } : now)));
    uppy.on("upload-success", (file, response) => {
      const sent = file && fileOf(file);
      if (sent) setState({ is: "sent", file: sent, uploadURL: response.uploadURL ?? "" });
    });
    uppy.on("upload-error", (file, error) => {
      const sent = file && fileOf(file);
      tell(`${uppy.i18n("failedToUpload", { file: file?.name ?? "" })}. ${reasonOf(error)}`);
      setState(sent ? { is: "failed", file: sent } : { is: "empty" });
    });
    return () => uppy.destroy();
  }, [uppy]);

  const clear = () => {
    uppy.cancelAll();
    setState({ is: "empty" });
  };

  async function choose(files: readonly File[]): Promise<void> {
    setProblems([]);
    uppy.cancelAll();
    const [first, ...more] = files;
    if (!first) return;
    // If the file cannot be converted to an accepted one, it is added as it is, and Uppy or the server refuses it.
    const prepared = more.length === 0 ? await prepareFile(first) : null;
    const sent = prepared?.ok ? prepared.file : first;
    uppy.addFiles([sent, ...more].map((file) => ({ name: file.name, type: file.type, data: file })));
    const [added] = uppy.getFiles();
    if (!added) {
      setState({ is: "empty" });
      const advice = await adviceFor(first);
      if (advice) tell(advice);
      return;
    }
    setState({ is: "sending", file: sent, percent: 0, tries: 0 });
    await uppy.upload().catch(() => {});
  }

  const again = () => {
    if (state.is === "failed") void choose([state.file]);
  };
  return { state, problems, tell, choose, clear, again };
}

function fileOf({ data }: ChosenFile): File | null {
  return data instanceof File ? data : null;
}
