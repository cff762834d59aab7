import type { Readable } from "node:stream";
import type { HostAct } from "../core/host.ts";

/** A response that is a file instead of JSON. The browser saves the file under its name. */
export class Download {
  readonly contentType: string;
  /** Letters, digits, dots and hyphens. */
  readonly filename: string;
  readonly body: string | Readable;

  constructor(contentType: string, filename: string, body: string | Readable) {
    this.contentType = contentType;
    this.filename = filename;
    this.body = body;
  }
}

/**
 * A file for the host. It contains guests' data, so its endpoint asks for confirmation (`confirm`), and the download is
 * recorded in the audit log.
 */
export class HostDownload extends Download {
  readonly act: Pick<HostAct, "act" | "subject">;

  constructor(act: HostDownload["act"], contentType: string, filename: string, body: string | Readable) {
    super(contentType, filename, body);
    this.act = act;
  }
}
