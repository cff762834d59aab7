import type { UploadType } from "#domain/media/image-limits.ts";
import type { LateFormat, PictureCredit, PictureFacts } from "#domain/media/picture.ts";
import type { PictureRefusal } from "#domain/media/refusal.ts";
import type { Trx } from "../database/transaction.ts";

/** What a person says of a picture. */
export type PictureDetails = PictureCredit & { alt: string; focusX: number; focusY: number };
export type StoredPicture = Omit<PictureFacts, "shareReady"> &
  PictureDetails & {
    id: string;
    createdAt: Date;
    unusedSince: Date | null;
    /** The file of the crop for shared links; null until it is made. */
    share: string | null;
  };

export type AttractionImage = {
  id: string;
  attractionName: string;
  imageUrl: string;
  altText: string;
  uploadedAt: Date;
};

/** Where acts of the host are recorded, in the transaction of the act. */
export type RecordAct = (
  act: { actor: string; act: string; subject: string; before?: Values; after?: Values; changeId?: string },
  within: Trx,
) => Promise<void>;
type Values = Record<string, unknown>;

export type PictureStore = {
  find: (id: string) => Promise<StoredPicture | null>;
  /** Newest first. */
  list: () => Promise<StoredPicture[]>;
  /** Writes the picture; one that is there already gets the details and counts as just uploaded. */
  save: (picture: StoredPicture, actor: string) => Promise<void>;
  /** Nothing is written where what is said of the picture is no more what its writer has `seen`. */
  change: (id: string, wanted: PictureWish) => Promise<PictureResult>;
  /** A picture whose files are not all made and that no instance works on; it is this instance's until the lease ends. */
  takeUnfinished: (at: Date, leaseUntil: Date, mostTries: number) => Promise<StoredPicture | null>;
  setFormats: (id: string, formats: LateFormat[]) => Promise<void>;
  setShare: (id: string, file: string) => Promise<void>;
  endLease: (id: string) => Promise<void>;
  /** Writes down since when each picture is shown nowhere, and answers those that have been so since before `before`. */
  noteUnused: (used: ReadonlySet<string>, at: Date, before: Date) => Promise<StoredPicture[]>;
  remove: (id: string) => Promise<void>;
};

/** `act` is what the log calls it. */
export type PictureWish = { details: PictureDetails; seen: string | undefined; actor: string; act: string };
export type PictureResult =
  | { ok: true; picture: StoredPicture; changeId: string | null }
  | { ok: false; reason: "unknown" }
  | { ok: false; reason: "stale"; picture: StoredPicture };

export type AttractionImageStore = {
  /** Newest first. */
  list: () => Promise<AttractionImage[]>;
  /** Null when it is there already. */
  add: (image: AttractionImage, by: Actor) => Promise<{ changeId: string } | null>;
  /** Null when there is no such image (any more). */
  remove: (id: string, by: Actor) => Promise<{ changeId: string } | null>;
};
/** Who does it, and what the log calls it. */
export type Actor = { actor: string; act: string };

/** What can be undone: what was said of a picture or an image of an attraction; null where it was not there. */
export type PictureChange = { id: string } & (
  | { subject: "picture"; subjectId: string; before: PictureDetails; after: PictureDetails }
  | { subject: "attraction-image"; subjectId: string; before: AttractionImage | null; after: AttractionImage | null }
);

/** To what an upload address is bound besides its session; null where the caller did not say. */
export type UploadBounds = { type: UploadType | null; bytes: number | null };
export type OpenUpload = UploadBounds & { id: string; sessionHash: string; expiresAt: Date };
export type KnownUpload = UploadBounds & { sessionHash: string; pictureId: string | null };

export type UploadStore = {
  open: (upload: OpenUpload) => Promise<void>;
  find: (id: string) => Promise<KnownUpload | null>;
  /** Uses the address up and answers its bounds; null when it is used, expired, unknown or of another session. */
  use: (id: string, sessionHash: string, at: Date) => Promise<UploadBounds | null>;
  finish: (id: string, pictureId: string) => Promise<void>;
  forget: (id: string) => Promise<void>;
  /** Addresses that expired before `before`. */
  abandoned: (before: Date) => Promise<string[]>;
};

/** Where the files of pictures live. A name is made of an id and a fixed ending; nothing that a person typed is in it. */
export type PictureFiles = {
  write: (name: string, bytes: Uint8Array, contentType: string) => Promise<void>;
  read: (name: string) => Promise<Uint8Array | null>;
  remove: (names: string[]) => Promise<void>;
};

/** Files that have come and were not opened yet. */
export type StagedUploads = {
  /** Where the browser is to send the file. */
  address: (uploadId: string, bounds: UploadBounds) => Promise<{ uploadURL: string; headers: Record<string, string> }>;
  /** Null when nothing has come. */
  read: (uploadId: string) => Promise<Uint8Array | null>;
  remove: (uploadId: string) => Promise<void>;
};

export type PictureFile = { width: number; bytes: Uint8Array };
export type Prepared = {
  ok: true;
  width: number;
  height: number;
  tiny: string;
  /** The picture upright, without metadata: what every later file is made from. Not served. */
  master: Uint8Array;
  jpegs: PictureFile[];
};

/** Opens pictures in a process of its own, which has little memory, little time and no secrets. */
export type PictureResizer = {
  prepare: (bytes: Uint8Array) => Promise<Prepared | { ok: false; refusal: PictureRefusal }>;
  make: (master: Uint8Array, format: LateFormat, widths: number[]) => Promise<PictureFile[]>;
  /** The crop for shared links, around what must stay in view. */
  crop: (master: Uint8Array, focus: { focusX: number; focusY: number }) => Promise<Uint8Array>;
  stop: () => Promise<void>;
};
