import type { AwsClient } from "aws4fetch";
import type { Bucket } from "../config.ts";

export type { Bucket };

/**
 * The objects in a bucket, addressed by path-style URLs, which S3-compatible services support. A request and its
 * retries may take `timeoutMs` in all: a service that accepts a connection and never responds must not keep anybody
 * waiting. Throws `Failure` with a message for the host.
 */
export function openBucket(
  { endpoint, bucket, ...access }: Bucket,
  timeoutMs: number,
  Failure: new (message: string) => Error = Error,
) {
  const keys = { ...access, service: "s3" };
  let client: Promise<AwsClient> | null = null;

  /** Null if the object, or the bucket, does not exist. */
  async function request(path: string, init: RequestInit = {}): Promise<Response | null> {
    // Loaded on demand, because only installations with a bucket need this library.
    client ??= import("aws4fetch").then((library) => new library.AwsClient({ ...keys, retries: 2 }));
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await (
      await client
    )
      .fetch(`${endpoint}/${bucket}${path}`, { ...init, signal, redirect: "manual" })
      .catch((error: unknown) => {
        const problem = isTimeout(error)
          ? "does not respond, or the connection is too slow"
          : "cannot be reached. Check S3_ENDPOINT and the connection";
        throw new Failure(`The bucket ${bucket} at ${endpoint} ${problem}.`);
      });
    if (response.ok) return response;
    const code = await errorCode(response);
    if (response.status === 404) return null;
    throw new Failure(refusal(response.status, code, bucket));
  }

  async function ask(path: string, init?: RequestInit): Promise<Response> {
    const response = await request(path, init);
    if (!response) throw new Failure(`The bucket ${bucket}, or this file in it, does not exist.`);
    return response;
  }

  return {
    read: (name: string) => ask(pathOf(name)),
    /** Null if the object does not exist. */
    readIfThere: (name: string) => request(pathOf(name)),
    /** S3 requires a body of known length, so the body cannot be a stream. */
    write: (name: string, body: Blob | Uint8Array<ArrayBuffer>, contentType: string) =>
      ask(pathOf(name), { method: "PUT", body, headers: { "content-type": contentType } }),
    remove: async (name: string) => void (await request(pathOf(name), { method: "DELETE" })),
    has: async (name: string) => (await request(pathOf(name), { method: "HEAD" })) !== null,
    /** All objects below the prefix, in order, up to a thousand per request (ListObjectsV2). */
    list: async (prefix: string): Promise<{ name: string; bytes: number }[]> => {
      const found: { key: string; bytes: number }[] = [];
      for (let next: string | undefined = ""; next !== undefined;) {
        const query = new URLSearchParams({
          "list-type": "2",
          prefix,
          ...(next ? { "continuation-token": next } : {}),
        });
        const page = await (await ask(`?${query.toString()}`)).text();
        found.push(...objectsIn(page));
        // Some services use the last name, which may be that of a host's own file.
        const token = /<NextContinuationToken>([^<]+)</.exec(page)?.[1];
        next = token && plainText(token);
      }
      return found.map(({ key, bytes }) => ({ name: key.slice(prefix.length), bytes }));
    },
    /** A URL to which a browser may send the object with these headers until `validMs` have passed. */
    presignPut: async (name: string, headers: Record<string, string>, validMs: number): Promise<string> => {
      const { AwsV4Signer } = await import("aws4fetch");
      const url = `${endpoint}/${bucket}${pathOf(name)}?X-Amz-Expires=${validMs / 1000}`;
      const signer = new AwsV4Signer({ method: "PUT", url, headers, ...keys, signQuery: true, allHeaders: true });
      return (await signer.sign()).url.href;
    },
  };
}

/** A name may contain characters that have another meaning in a URL; it may also be percent-encoded already. */
const pathOf = (name: string) => `/${name.replaceAll(/[#?+]/g, encodeURIComponent)}`;

/** The response is XML with a fixed structure. */
function objectsIn(xml: string): { key: string; bytes: number }[] {
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, object = ""]) => ({
    key: plainText(/<Key>([^<]*)<\/Key>/.exec(object)?.[1] ?? ""),
    bytes: Number(/<Size>(\d+)<\/Size>/.exec(object)?.[1] ?? 0),
  }));
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Text from XML without the escapes of special characters. */
function plainText(xml: string): string {
  return xml.replaceAll(/&(?:#(x[\da-f]{1,5}|\d{1,6})|(\w+));/gi, (whole, code: string | undefined, name: string) =>
    code ? String.fromCodePoint(Number(`0${code}`)) : (ENTITIES[name] ?? whole),
  );
}

/** Whether a request or the reading of its response took too long for us or for Node's own limit of five minutes. */
export function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, cause } = error;
  const code = cause instanceof Error && "code" in cause ? cause.code : "";
  return name === "TimeoutError" || code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT";
}

/** S3's code for an error. The rest of the body is not used, because it may contain keys. */
async function errorCode({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const start = await reader?.read().catch(() => null);
  await reader?.cancel().catch(() => undefined);
  return /<Code>([A-Za-z]{1,60})<\/Code>/.exec(Buffer.from(start?.value ?? []).toString())?.[1] ?? "";
}

function refusal(status: number, code: string, bucket: string): string {
  if (code === "RequestTimeTooSkewed")
    return `The bucket ${bucket} refuses requests because this machine's clock is wrong. Turn on time synchronization.`;
  if (code === "AuthorizationHeaderMalformed" || (status >= 300 && status < 400))
    return `The bucket ${bucket} is not at this endpoint or in this region. Check S3_ENDPOINT and S3_REGION.`;
  if (status === 403)
    return `The bucket ${bucket} rejects the key. Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and the key's permissions.`;
  return `The bucket ${bucket} returned status ${status}${code && ` (${code})`}.`;
}
