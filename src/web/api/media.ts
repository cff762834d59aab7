import type { QueryClient } from "@tanstack/react-query";
import * as contract from "#contract/media.ts";
import type { Picture } from "#contract/media.ts";
import type { UploadType } from "#domain/media/image-limits.ts";
import { call, freshQuery } from "./client.ts";
import { siteQuery } from "./property.ts";

export const picturesQuery = freshQuery(contract.listPictures, {});

export type PictureDetails = Pick<Picture, "alt" | "focusX" | "focusY" | "author" | "licence" | "source">;

export const openUploadFor = (file: { type: UploadType; size: number }) => call(contract.openUpload, { body: file });
export const record = (uploadURL: string, details: PictureDetails) =>
  call(contract.recordPicture, { body: { uploadURL, ...details } });
export const change = ({ id, version }: Picture, details: PictureDetails) =>
  call(contract.changePicture, { params: { pictureId: id }, body: { ...details, seen: version } });

export type NewAttractionImage = { attractionName: string; imageUrl: string; altText: string };
export const addImage = (body: NewAttractionImage) => call(contract.addAttractionImage, { body });
export const removeImage = (imageId: string) => call(contract.removeAttractionImage, { params: { imageId } });

/** Lets previews show a picture that the site does not use yet. */
export function rememberPicture(client: QueryClient, picture: Picture): void {
  client.setQueryData(siteQuery.queryKey, (site) =>
    site ? { ...site, pictures: [...site.pictures.filter(({ url }) => url !== picture.url), picture] } : site,
  );
  void client.invalidateQueries({ queryKey: picturesQuery.queryKey });
}
