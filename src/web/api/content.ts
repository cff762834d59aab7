import {
  previewLongText,
  readContent,
  type SavedContent,
  saveContent,
  saveHero,
  savePhotos,
  undoContent,
} from "#contract/content.ts";
import type { ResponseBody, CallInput } from "#contract/endpoint.ts";
import { call, queryOf } from "./client.ts";

export type ContentBody = CallInput<typeof saveContent>["body"];
export type PhotosBody = CallInput<typeof savePhotos>["body"];
export type HeroBody = CallInput<typeof saveHero>["body"];
export type AfterSaving = ResponseBody<typeof saveContent>;

export const contentQuery = queryOf(readContent, {}, { staleTime: 0 });
export const putContent = (body: ContentBody) => call(saveContent, { body });
export const putPhotos = (body: PhotosBody, seen: string | undefined) => call(savePhotos, { body, query: { seen } });
export const putHero = (body: HeroBody, seen: string | undefined) => call(saveHero, { body, query: { seen } });
export const undo = (changeId: string) => call(undoContent, { params: { changeId } });
export const longTextQuery = (text: string) => ({
  queryKey: ["/api/admin/content/preview", text],
  queryFn: async () => (await call(previewLongText, { body: { text } })).html,
});
export type { SavedContent };
