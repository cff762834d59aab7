import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { IMPORT_PATH, PASSPHRASE_HEADER, SETUP_TOKEN_HEADER } from "#contract/backups.ts";
import { MIN_PASSPHRASE_LENGTH, DISK_PER_IMPORTED_BYTE, MAX_IMPORT_BYTES } from "#domain/backups/backup.ts";
import { type CallNeeds, forgetAdmin, mustConfirm, type SignedInAdmin, signedInAdmin } from "../http/call.ts";
import { sendProblem } from "../http/mount.ts";
import { confirmFirst, demoIsReadOnly, Problem, signInRequired } from "../http/problem.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import { drained, receiveFile } from "../http/receive-file.ts";
import { freeBytes } from "../runtime/free-bytes.ts";
import { ArchiveError } from "./ports.ts";
import type { BackupRouteNeeds } from "./routes.ts";

export type ImportNeeds = CallNeeds &
  Pick<BackupRouteNeeds, "dataDir" | "logger" | "refusal" | "runCommand"> & {
    limit: RateLimit;
    maySetUp: (setupToken: string) => Promise<boolean>;
    /** Called once the response has been sent, because the database has been replaced. */
    onDatabaseReplaced: () => void;
  };

/** A content type that a form on another website cannot send. */
const ARCHIVE_TYPE = "application/octet-stream";
const NOT_ALLOWED = "This set-up link is no longer valid. Sign in, or start Latchkey again for a new link.";
const TOO_LARGE = `This file is larger than ${MAX_IMPORT_BYTES / 1024 ** 3} GB. Copy it to the server, then run this command there: npm run latchkey -- import <file>`;

/** Accepts the archive of a whole installation and imports it by running the command-line program (decision 30). */
export async function mountImport(http: FastifyInstance, needs: ImportNeeds): Promise<void> {
  let busy = false;
  await http.register(async (imports) => {
    // The body is read as a stream: its bytes are counted as they arrive, and the whole body is never in memory at
    // once.
    imports.removeAllContentTypeParsers();
    imports.addContentTypeParser(ARCHIVE_TYPE, (_request, _body, done) => done(null));
    imports.put(IMPORT_PATH, { config: { access: "anyone" } }, async (request, reply) => {
      const refused = (await notAllowed(needs, request)) ?? (await notPossible(needs, request, busy));
      if (!refused) busy = true;
      const result = refused ?? (await receiveArchive(needs, request).finally(() => (busy = false)));
      if (!(result instanceof Problem)) {
        reply.raw.once("close", needs.onDatabaseReplaced);
        return reply.send(result);
      }
      if (!(await drained(request.raw))) void reply.header("connection", "close");
      return sendProblem(reply, result);
    });
  });
}

async function notAllowed(needs: ImportNeeds, request: FastifyRequest): Promise<Problem | null> {
  const limited = await needs.limit(request.ip);
  if (limited) return limited;
  const sender = await senderOf(needs, request);
  if (sender === "set-up") return null;
  if (sender?.role === "demo") return demoIsReadOnly();
  if (!sender) return new Problem(403, NOT_ALLOWED);
  return mustConfirm(sender, "kept") ? confirmFirst() : null;
}

/** Who sends the archive: a person with the set-up link or a signed-in host; null if neither. */
async function senderOf(needs: ImportNeeds, request: FastifyRequest): Promise<"set-up" | SignedInAdmin | null> {
  const token = request.headers[SETUP_TOKEN_HEADER];
  if (typeof token === "string" && (await needs.maySetUp(token))) return "set-up";
  return signedInAdmin(request, needs);
}

async function notPossible(needs: ImportNeeds, request: FastifyRequest, busy: boolean): Promise<Problem | null> {
  if (busy) return new Problem(409, "An import is already running. Wait until it's done.");
  const bytes = Number(request.headers["content-length"] ?? 0);
  if (bytes > MAX_IMPORT_BYTES) return new Problem(413, TOO_LARGE);
  const used = await needs.refusal();
  if (used) return new Problem(409, used);
  if (bytes * DISK_PER_IMPORTED_BYTE > (await freeBytes(needs.dataDir)))
    return new Problem(
      507,
      "The server's disk doesn't have enough space for this file. Free some space and try again.",
    );
  return null;
}

async function receiveArchive(needs: ImportNeeds, request: FastifyRequest): Promise<Problem | { message: string }> {
  const folder = await mkdtemp(join(needs.dataDir, "work-"));
  try {
    const file = join(folder, "received");
    const received = await receiveFile(file, request.raw, MAX_IMPORT_BYTES);
    if (!received.ok)
      return received.reason === "too-large"
        ? new Problem(413, TOO_LARGE)
        : new Problem(400, "The connection was lost before the whole file arrived. Choose the file again.");
    // The sender's access may have ended during the upload. Their identity confirmation may have expired too, but a
    // host who confirmed before the upload does not have to send a large file again.
    forgetAdmin(request);
    if (!(await senderOf(needs, request)))
      return request.headers[SETUP_TOKEN_HEADER] ? new Problem(403, NOT_ALLOWED) : signInRequired();
    return await runImport(needs, file, request.headers[PASSPHRASE_HEADER]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runImport({ runCommand, logger }: ImportNeeds, file: string, encoded: string | string[] | undefined) {
  const passphrase = typeof encoded === "string" ? decoded(encoded) : "";
  if (passphrase && passphrase.length < MIN_PASSPHRASE_LENGTH)
    return new Problem(422, `That passphrase is too short: use at least ${MIN_PASSPHRASE_LENGTH} characters.`);
  const foreign = await foreignFile(file);
  if (foreign) return new Problem(422, foreign);
  const more: Record<string, string> = passphrase ? { BACKUP_PASSPHRASE: passphrase } : {};
  const { ok, refused, output } = await runCommand(["import", file], more);
  // The last line tells the user to start the server, which is already running.
  if (ok) return { message: output.split("\n").slice(0, -1).join(" ") };
  if (refused) return new Problem(422, output);
  logger.error({ act: "import" }, `import failed: ${output.split("\n").at(-1) ?? ""}`);
  return new Problem(500, "We couldn't import the file. Nothing changed; the server's log has details.");
}

/** Why a file is obviously not one of our archives; null if it may be one. Checked before the import command starts. */
async function foreignFile(file: string): Promise<string | null> {
  // Loaded on demand, because most servers never import anything.
  const { headOf } = await import("./archive-files.ts");
  try {
    await headOf(file);
    return null;
  } catch (error) {
    if (error instanceof ArchiveError) return error.message;
    throw error;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
