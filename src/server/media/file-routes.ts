import type { FastifyInstance } from "fastify";
import { PICTURE_TYPES } from "#domain/media/picture.ts";
import { isKnown } from "../http/conditional.ts";
import { isId } from "../runtime/ids.ts";
import type { PictureFiles } from "./ports.ts";

/** A format or a link preview crop. Does not match the master, which is not served. */
const FILE = /^(?:[1-9]\d{0,3}\.(avif|webp|jpg)|share-\d{1,3}-\d{1,3}\.(jpg))$/;

/** A file is created once and never changes. It may only be used as a picture. */
const HEADERS = {
  "cache-control": "public, max-age=31536000, immutable",
  "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  "x-content-type-options": "nosniff",
};

export function mountPictureFiles(http: FastifyInstance, files: PictureFiles): void {
  http.get<{ Params: { pictureId: string; file: string } }>(
    "/pictures/:pictureId/:file",
    { config: { access: "anyone" } },
    async (request, reply) => {
      const { pictureId, file } = request.params;
      const [, format, shared] = FILE.exec(file) ?? [];
      const type = PICTURE_TYPES[format ?? shared ?? ""];
      const bytes = type && isId(pictureId) ? await files.read(`${pictureId}/${file}`) : null;
      if (!type || !bytes) {
        return reply
          .code(404)
          .header("cache-control", "no-store")
          .type("text/plain; charset=utf-8")
          .send("This picture does not exist.");
      }
      const etag = `"${pictureId}-${file}"`;
      void reply.headers({ ...HEADERS, etag, "content-disposition": `inline; filename="${file}"` });
      if (isKnown(request.headers["if-none-match"], etag)) return reply.code(304).send();
      return reply.type(type).send(bytes);
    },
  );
}
