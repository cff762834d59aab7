import * as z from "zod/mini";
import { UPLOAD_TYPES } from "#domain/media/image-limits.ts";
import { endpoint } from "./endpoint.ts";
import { text } from "./fields.ts";
import { shownPicture } from "./property.ts";
import { attractionImage } from "./shown-pictures.ts";

const picture = z.extend(shownPicture, {
  id: z.string(),
  alt: z.string(),
  author: z.string(),
  licence: z.string(),
  source: z.string(),
  uploadedAt: z.string(),
  /** The version of the picture's details; sent back with a change, so that two tabs cannot overwrite each other. */
  version: z.string(),
  /** Whether the site shows it; unused pictures are deleted after a week. */
  inUse: z.boolean(),
});
export type Picture = z.output<typeof picture>;

/**
 * SPEC 7: returns a URL for one PUT of one file of at most 10 MB. The URL works for five minutes and, unless the file
 * goes to S3, only in this session; only this session can record the upload. If a type or a size is given, the
 * `Content-Type` or the length of the PUT request must match it.
 */
export const openUpload = endpoint("POST", "/api/objects/upload", "admin", {
  body: z.object({
    type: z.optional(z.enum(UPLOAD_TYPES, "You can only upload: image/jpeg, image/png, image/webp")),
    size: z.optional(
      z.int("Send the size in bytes").check(z.minimum(1, "This file is empty. Choose another picture.")),
    ),
  }),
  response: z.object({
    uploadURL: z.string(),
    /** Headers to send with the PUT request. */
    headers: z.record(z.string(), z.string()),
  }),
});

const percent = z._default(
  z
    .int("Send the focus as a percentage")
    .check(z.minimum(0), z.maximum(100), z.multipleOf(10, "Send the focus in steps of ten percent")),
  50,
);
const detail = (max: number) => z._default(text({ max }), "");
const pictureDetails = {
  alt: detail(250),
  focusX: percent,
  focusY: percent,
  author: detail(200),
  licence: detail(200),
  source: detail(500),
};

/**
 * Processes the upload, creates its first files and returns the picture; uploading the same file again returns the same
 * picture.
 */
export const recordPicture = endpoint("POST", "/api/admin/pictures", "admin", {
  body: z.object({ uploadURL: z.string("Send the address that the file was uploaded to"), ...pictureDetails }),
  response: picture,
  status: 201,
});

/** Newest first. */
export const listPictures = endpoint("GET", "/api/admin/pictures", "admin", {
  response: z.array(picture),
});

export const changePicture = endpoint("PUT", "/api/admin/pictures/:pictureId", "admin", {
  params: z.object({ pictureId: z.string() }),
  body: z.object({
    ...pictureDetails,
    seen: z.optional(z.string().check(z.regex(/^[\w-]{16}$/, "Send the version number that you last saw"))),
  }),
  response: picture,
});

export const addAttractionImage = endpoint("POST", "/api/attraction-images", "admin", {
  body: z.object({
    attractionName: text({ min: 1, max: 120, message: "Enter the attraction the picture shows" }),
    /** A picture's URL, or the URL to which its file was just sent. */
    imageUrl: text({ min: 1, max: 2000, message: "Upload a picture first" }),
    altText: z._default(text({ max: 250 }), ""),
  }),
  response: attractionImage,
  status: 201,
});

export const removeAttractionImage = endpoint("DELETE", "/api/attraction-images/:imageId", "admin", {
  params: z.object({ imageId: z.string() }),
});
