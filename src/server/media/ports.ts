import type { UploadType } from "#domain/media/image-limits.ts";
import type { LateFormat, PictureCredit, PictureFacts } from "#domain/media/picture.ts";
import type { PictureRefusal } from "#domain/media/refusal.ts";

/** The details that a person enters for a picture. */
export type PictureDetails = PictureCredit & { alt: string; focusX: number; focusY: number };
export type StoredPicture = Omit<PictureFacts, "shareReady"> &
  PictureDetails & {
    id: string;
    createdAt: Date;
    unusedSince: Date | null;
    /** The file with the link preview crop; null until the file exists. */
    share: string | null;
  };

export type AttractionImage = {
  id: string;
  attractionName: string;
  imageUrl: string;
  altText: string;
  uploadedAt: Date;
};

/** Who makes the change, and the name of the action in the audit log. */
export type Actor = { actor: string; act: string };

/** The restrictions on an upload URL besides its session; each is null if the caller did not specify it. */
export type UploadBounds = { type: UploadType | null; bytes: number | null };

/** Storage for picture files. A name contains the picture's id and never a client's file name. */
export type PictureFiles = {
  write: (name: string, bytes: Uint8Array, contentType: string) => Promise<void>;
  read: (name: string) => Promise<Uint8Array | null>;
  remove: (names: string[]) => Promise<void>;
};

/** Uploaded files that have not been opened yet. */
export type StagedUploads = {
  /** The URL to which the browser should send the file. */
  address: (uploadId: string, bounds: UploadBounds) => Promise<{ uploadURL: string; headers: Record<string, string> }>;
  /** Null if nothing was uploaded. Only S3, which accepts any size if no length was announced, returns `too-large`. */
  read: (uploadId: string) => Promise<Uint8Array | "too-large" | null>;
  remove: (uploadId: string) => Promise<void>;
};

export type PictureFile = { width: number; bytes: Uint8Array };
export type Prepared = {
  ok: true;
  width: number;
  height: number;
  tiny: string;
  /** The upright picture without metadata, from which all other files are created. Not served. */
  master: Uint8Array;
  jpegs: PictureFile[];
};

/** Opens pictures in a separate process with little memory, little time and no secrets. */
export type PictureResizer = {
  prepare: (bytes: Uint8Array) => Promise<Prepared | { ok: false; refusal: PictureRefusal }>;
  make: (master: Uint8Array, format: LateFormat, widths: number[]) => Promise<PictureFile[]>;
  /** Creates the link preview crop, around the focal point. */
  crop: (master: Uint8Array, focus: { focusX: number; focusY: number }) => Promise<Uint8Array>;
  stop: () => Promise<void>;
};
