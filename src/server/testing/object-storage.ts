import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Bucket } from "../core/bucket.ts";

/**
 * How the storage behaves: it responds, fails every request, accepts requests and never responds, or closes the
 * connection in the middle of an object.
 */
type Mood = "up" | "failing" | "silent" | "cutting";
export type ObjectStorage = {
  place: Bucket;
  /** The bytes of each object by its bucket and key: `bucket/folder/file`. */
  objects: Map<string, Buffer>;
  /** Requests without a valid signature, which were refused with 403. */
  refused: string[];
  mood: Mood;
  /** If set, the status and S3's code with which the storage refuses every request. */
  refusal: { status: number; code: string } | null;
  /** Objects that are still listed, but are deleted when the next GET request for them arrives. */
  deletedBeforeRead: Set<string>;
  /** True if the key is not allowed to delete objects, as is usual for backups. */
  refusesDeletes: boolean;
  close: () => Promise<void>;
};

/**
 * An S3 service with PUT, GET, HEAD, DELETE and ListObjectsV2. Each request needs a signature (AWS Signature Version
 * 4), which is calculated here from the description of the protocol, without the library that the product uses for
 * signing.
 */
export async function startObjectStorage(): Promise<ObjectStorage> {
  const objects = new Map<string, Buffer>();
  const refused: string[] = [];
  const server = http.createServer((request, response) => {
    if (storage.mood === "silent") return;
    if (storage.mood === "failing") return void response.writeHead(503).end();
    if (storage.refusal) {
      const { status, code } = storage.refusal;
      const keys = `<AWSAccessKeyId>${storage.place.accessKeyId}</AWSAccessKeyId>`;
      return void response.writeHead(status).end(`<Error><Code>${code}</Code>${keys}</Error>`);
    }
    const url = new URL(request.url ?? "/", storage.place.endpoint);
    if (!isSigned(request, url, storage.place)) {
      refused.push(`${request.method} ${url.pathname}`);
      return void response.writeHead(403).end();
    }
    const name = decodeURIComponent(url.pathname.slice(1));
    if (request.method === "GET" && storage.deletedBeforeRead.delete(name)) objects.delete(name);
    const object = objects.get(name);
    switch (request.method) {
      case "PUT":
        if (request.headers["if-none-match"] === "*" && object) return void response.writeHead(412).end();
        return void buffer(request).then((bytes) => {
          objects.set(name, bytes);
          response.writeHead(200).end();
        });
      case "DELETE":
        if (storage.refusesDeletes) return void response.writeHead(403).end();
        objects.delete(name);
        return void response.writeHead(204).end();
      default:
        if (url.searchParams.has("list-type")) return void response.writeHead(200).end(listed(objects, name, url));
        if (!object) return void response.writeHead(404).end();
        if (storage.mood === "cutting" && request.method === "GET") {
          response.writeHead(200, { "content-length": object.length });
          return void response.write(object.subarray(0, -1), () => response.destroy());
        }
        return void response.writeHead(200, { "content-length": object.length }).end(object);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const storage: ObjectStorage = {
    place: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: "cottage",
      region: "eu-test-1",
      accessKeyId: "AKTEST",
      secretAccessKey: "a secret that only both sides know",
    },
    objects,
    refused,
    mood: "up",
    refusal: null,
    deletedBeforeRead: new Set(),
    refusesDeletes: false,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return storage;
}

/** The number of objects per page. It is two, so that even a short list needs several pages. */
const PAGE = 2;

function listed(objects: ObjectStorage["objects"], bucket: string, { searchParams }: URL): string {
  const [prefix, after] = [searchParams.get("prefix") ?? "", searchParams.get("continuation-token") ?? ""];
  const keys = [...objects.keys()].flatMap((name) =>
    name.startsWith(`${bucket}/${prefix}`) ? [name.slice(bucket.length + 1)] : [],
  );
  const left = keys.filter((key) => key > after).toSorted();
  const page = left.slice(0, PAGE);
  const rows = page.map((key) => {
    const size = objects.get(`${bucket}/${key}`)?.length;
    return `<Contents><Key>${xmlOf(key)}</Key><Size>${size}</Size></Contents>`;
  });
  const last = xmlOf(page.at(-1) ?? "");
  const next = left.length > PAGE ? `<NextContinuationToken>${last}</NextContinuationToken>` : "";
  return `<ListBucketResult><IsTruncated>${next !== ""}</IsTruncated>${rows.join("")}${next}</ListBucketResult>`;
}

const xmlOf = (key: string) => key.replaceAll("&", "&amp;").replaceAll("'", "&#39;");
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Whether the header or the query contains the signature of this request, which covers the method, path, query, signed
 * headers and date.
 */
function isSigned(request: http.IncomingMessage, url: URL, { region, accessKeyId, secretAccessKey }: Bucket): boolean {
  const query = url.searchParams;
  const given = /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([\da-f]{64})$/.exec(
    request.headers.authorization ?? "",
  );
  const [credential = "", names = "", signature = ""] =
    given?.slice(1) ?? ["Credential", "SignedHeaders", "Signature"].map((part) => query.get(`X-Amz-${part}`) ?? "");
  const date = String(request.headers["x-amz-date"] ?? query.get("X-Amz-Date"));
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`;
  if (credential !== `${accessKeyId}/${scope}` || !names.split(";").includes("host")) return false;
  const canonical = [
    request.method,
    url.pathname.split("/").map(decodeURIComponent).map(escaped).join("/"),
    [...query]
      .flatMap(([name, value]) => (name === "X-Amz-Signature" ? [] : [`${escaped(name)}=${escaped(value)}`]))
      .toSorted()
      .join("&"),
    ...names.split(";").map((name) => `${name}:${String(request.headers[name])}`),
    "",
    names,
    request.headers["x-amz-content-sha256"] ?? "UNSIGNED-PAYLOAD",
  ].join("\n");
  const key = ["s3", "aws4_request"].reduce<Buffer>(
    hmac,
    hmac(hmac(`AWS4${secretAccessKey}`, date.slice(0, 8)), region),
  );
  const expected = hmac(key, ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n"));
  const found = Buffer.from(signature, "hex");
  return found.length === expected.length && timingSafeEqual(found, expected);
}
