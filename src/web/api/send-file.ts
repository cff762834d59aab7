import { ApiError, recovering } from "./client.ts";

/** An attempt ends after five minutes without progress. */
const IDLE_MS = 5 * 60_000;

type Sending = {
  method?: "PUT" | "POST";
  url: string;
  headers: Record<string, string>;
  file: Blob;
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
};

/** A PUT request by default. Uses XMLHttpRequest, because `fetch` does not report upload progress. */
export function sendFile(sending: Sending): Promise<string> {
  return recovering(() => sendOnce(sending));
}

function sendOnce({ method = "PUT", url, headers, file, onProgress, signal }: Sending): Promise<string> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    let idle = setTimeout(() => request.abort(), IDLE_MS);
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", (event) => {
      clearTimeout(idle);
      idle = setTimeout(() => request.abort(), IDLE_MS);
      onProgress(event.loaded);
    });
    const stop = () => request.abort();
    signal.addEventListener("abort", stop);
    const done = () => {
      clearTimeout(idle);
      signal.removeEventListener("abort", stop);
    };
    request.addEventListener("load", () => {
      done();
      const { status, responseText, statusText } = request;
      if (status >= 200 && status < 300) resolve(responseText);
      else reject(new ApiError(status, responseText, statusText));
    });
    for (const failure of ["error", "abort"]) {
      request.addEventListener(failure, () => {
        done();
        reject(new TypeError("The connection failed"));
      });
    }
    request.send(file);
  });
}
