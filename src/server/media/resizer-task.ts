import type { LateFormat } from "#domain/media/picture.ts";
import type { PictureRefusal } from "#domain/media/refusal.ts";
import type { PictureFile, Prepared } from "./ports.ts";

/** The messages between the server and the picture process. */
export type Task =
  | { do: "prepare"; bytes: Uint8Array }
  | { do: "make"; master: Uint8Array; format: LateFormat; widths: number[] }
  | { do: "crop"; master: Uint8Array; focusX: number; focusY: number };
export type TaskResult = Prepared | { ok: false; refusal: PictureRefusal } | { ok: true; files: PictureFile[] };

/** The exit code when a picture needs more memory than allowed. */
export const OUT_OF_MEMORY = 77;
