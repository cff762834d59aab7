import type { QueryClient } from "@tanstack/react-query";
import {
  addAttractionImage,
  changePicture,
  listPictures,
  openUpload,
  type Picture,
  recordPicture,
  removeAttractionImage,
} from "#contract/media.ts";
import type { UploadType } from "#domain/media/image-limits.ts";
import { call, queryOf } from "./client.ts";
import { siteQuery } from "./property.ts";

export const picturesQuery = queryOf(listPictures, {}, { staleTime: 0 });

export type PictureDetails = Pick<Picture, "alt" | "focusX" | "focusY" | "author" | "licence" | "source">;

export const openUploadFor = (file: { type: UploadType; size: number }) => call(openUpload, { body: file });
export const record = (uploadURL: string, details: PictureDetails) =>
  call(recordPicture, { body: { uploadURL, ...details } });
export const change = ({ id, version }: Picture, details: PictureDetails) =>
  call(changePicture, { params: { pictureId: id }, body: { ...details, seen: version } });

export type NewAttractionImage = { attractionName: string; imageUrl: string; altText: string };
export const addImage = (body: NewAttractionImage) => call(addAttractionImage, { body });
export const removeImage = (imageId: string) => call(removeAttractionImage, { params: { imageId } });

/** Lets previews show a picture that the site does not use yet. */
export function rememberPicture(client: QueryClient, picture: Picture): void {
  client.setQueryData(siteQuery.queryKey, (site) =>
    site ? { ...site, pictures: [...site.pictures.filter(({ url }) => url !== picture.url), picture] } : site,
  );
  void client.invalidateQueries({ queryKey: picturesQuery.queryKey });
}
