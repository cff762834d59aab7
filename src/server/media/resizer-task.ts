import type { LateFormat } from "#domain/media/picture.ts";
import type { PictureRefusal } from "#domain/media/refusal.ts";
import type { PictureFile, Prepared } from "./ports.ts";

/** What the server and the child process in which pictures are opened say to each other. */
export type Task =
  | { do: "prepare"; bytes: Uint8Array }
  | { do: "make"; master: Uint8Array; format: LateFormat; widths: number[] }
  | { do: "crop"; master: Uint8Array; focusX: number; focusY: number };
export type TaskAnswer = Prepared | { ok: false; refusal: PictureRefusal } | { ok: true; files: PictureFile[] };

/** The exit code by which the child says that a picture wanted more memory than there is for it. */
export const OUT_OF_MEMORY = 77;
