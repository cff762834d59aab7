import type { Readable } from "node:stream";

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
