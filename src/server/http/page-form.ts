import type { FastifyReply, FastifyRequest } from "fastify";
import { MAX_UPLOAD_BYTES } from "#domain/media/image-limits.ts";
import { MAX_PICTURES } from "#domain/messaging/conversation.ts";
import { oneAtATime } from "../runtime/one-at-a-time.ts";
import { Problem } from "./problem.ts";
import { readBody } from "./read-body.ts";

/** The fields and files that a page's form has sent. `problem` is set if the files were not read. */
export type SentForm = { form: URLSearchParams; files: File[]; problem: Problem | null };

export type UploadRequest = { request: FastifyRequest; reply: FastifyReply; path: string; small: boolean };
/** Reserves a slot for an upload, or explains why the upload is refused. Called before the body is read. */
export type MaySendFiles = (upload: UploadRequest) => Promise<Problem | (() => void)>;

const FIELDS_BYTES = 65_536;
const MAX_BYTES = MAX_PICTURES * MAX_UPLOAD_BYTES + FIELDS_BYTES;
/**
 * How much of a body that is too large is read and discarded. This is needed because a browser shows the response only
 * once it has sent the whole body.
 */
const DROPPED_BYTES = 100_000_000;
const STRANGERS_DROPPED_BYTES = 2_097_152;

const inTurn = oneAtATime();

/**
 * Reads a form with files (multipart/form-data). The files are held only in memory until the page's own API calls have
 * forwarded them.
 */
export async function readFormWithFiles(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, maySend }: { path: string; maySend: MaySendFiles },
): Promise<SentForm> {
  const type = request.headers["content-type"] ?? "";
  const small = Number(request.headers["content-length"] ?? Number.NaN) <= FIELDS_BYTES;
  const turn = await maySend({ request, reply, path, small });
  if (!(turn instanceof Problem)) {
    const body = await readBody(request.raw, MAX_BYTES, DROPPED_BYTES).finally(turn);
    if (body.ok) return inTurn(() => parsed(body.bytes, type));
    closeUnread(request, reply);
    return { ...(await fieldsOf(body.bytes, type)), problem: new Problem(413, { kind: "picture-too-large" }) };
  }
  // We read the fields anyway, so the page can show what the user typed. A 403 may concern a stranger, or a guest whose
  // access has ended.
  const body = await readBody(request.raw, FIELDS_BYTES, turn.status === 403 ? STRANGERS_DROPPED_BYTES : MAX_BYTES);
  closeUnread(request, reply);
  return { ...(await fieldsOf(body.bytes, type)), problem: turn };
}

function closeUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (!raw.complete) void reply.header("connection", "close");
}

async function parsed(bytes: Buffer, type: string): Promise<SentForm> {
  const form = new URLSearchParams();
  const files: File[] = [];
  // Parsing hundreds of thousands of parts, or showing megabytes of text in a field again, would block the server.
  const tooLarge = { form, files: [], problem: new Problem(413, { kind: "too-large" }) };
  if (hasManyParts(bytes)) return tooLarge;
  let fieldLength = 0;
  const sent = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } })
    .formData()
    // The body is not a form, despite its content type.
    .catch(() => new FormData());
  for (const [name, value] of sent) {
    if (typeof value === "string") {
      fieldLength += name.length + value.length;
      if (fieldLength > FIELDS_BYTES) return tooLarge;
      form.append(name, value);
    }
    // A file field without a selection sends one empty file without a name.
    else if (value.size > 0 || value.name !== "") files.push(value);
  }
  return { form, files, problem: null };
}

const MOST_PARTS = 100;
function hasManyParts(bytes: Buffer): boolean {
  let parts = 0;
  for (let at = bytes.indexOf("\r\n--"); at >= 0 && parts <= MOST_PARTS; at = bytes.indexOf("\r\n--", at + 1))
    parts += 1;
  return parts > MOST_PARTS;
}

/** The form fields before the first file, if the first bytes of the body contain them. */
async function fieldsOf(bytes: Buffer, type: string): Promise<Omit<SentForm, "problem">> {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  const boundary = `--${quoted ?? plain ?? ""}`;
  const start = bytes.subarray(0, FIELDS_BYTES);
  const firstFile = start.indexOf("; filename=");
  const end = start.lastIndexOf(boundary, firstFile < 0 ? undefined : firstFile);
  if (end < 0) return { form: new URLSearchParams(), files: [] };
  return parsed(Buffer.concat([start.subarray(0, end), Buffer.from(`${boundary}--\r\n`)]), type);
}
