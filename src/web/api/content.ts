import * as contract from "#contract/content.ts";
import type { SavedContent } from "#contract/content.ts";
import type { ResponseBody, CallInput } from "#contract/endpoint.ts";
import { call, freshQuery } from "./client.ts";

export type ContentBody = CallInput<typeof contract.saveContent>["body"];
export type PhotosBody = CallInput<typeof contract.savePhotos>["body"];
export type HeroBody = CallInput<typeof contract.saveHero>["body"];
export type AfterSaving = ResponseBody<typeof contract.saveContent>;

export const contentQuery = freshQuery(contract.readContent, {});
export const putContent = (body: ContentBody) => call(contract.saveContent, { body });
export const putPhotos = (body: PhotosBody, seen: string | undefined) =>
  call(contract.savePhotos, { body, query: { seen } });
export const putHero = (body: HeroBody, seen: string | undefined) => call(contract.saveHero, { body, query: { seen } });
export const undo = (changeId: string) => call(contract.undoContent, { params: { changeId } });
export const longTextQuery = (text: string) => ({
  queryKey: ["/api/admin/content/preview", text],
  queryFn: async () => (await call(contract.previewLongText, { body: { text } })).html,
});
export type { SavedContent };
