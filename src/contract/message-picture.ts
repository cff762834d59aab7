import * as z from "zod/mini";
import type { Author } from "#domain/messaging/conversation.ts";

/**
 * A picture of a type in `UPLOAD_TYPES` is sent as the body of a POST request. It is delivered with the message that
 * refers to it.
 */
export const OWN_PICTURES_PATH = "/api/bookings/:bookingId/pictures";
export const HOST_PICTURES_PATH = "/api/admin/bookings/:bookingId/pictures";
/** The sizes in which pictures in a conversation are stored and served. */
export const PICTURE_SIZES = ["small", "large"] as const;
export type PictureSize = (typeof PICTURE_SIZES)[number];
export const messagePicture = z.object({ id: z.string(), width: z.number(), height: z.number() });
export type MessagePicture = z.output<typeof messagePicture>;

export function uploadPath(reader: Author, bookingId: string): string {
  const path = reader === "guest" ? OWN_PICTURES_PATH : HOST_PICTURES_PATH;
  return path.replace(":bookingId", encodeURIComponent(bookingId));
}

export function picturePath(reader: Author, bookingId: string, pictureId: string, size: PictureSize): string {
  return `${uploadPath(reader, bookingId)}/${encodeURIComponent(pictureId)}/${size}`;
}
