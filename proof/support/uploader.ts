import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Picture } from "#contract/media.ts";
import type { TestApp } from "#server/testing/test-app.ts";

export type Uploaded = { status: number; message: string; picture: Picture | null };

/** Uploads files the way the host's browser does. */
export function createUploader(server: TestApp, cookie: string) {
  const open = async (bounds?: object, as = cookie): Promise<string> =>
    (await server.send("POST", "/api/objects/upload", bounds, { cookie: as })).json.uploadURL;

  const put = async (uploadURL: string, bytes: Uint8Array, type = "image/jpeg", as = cookie) => {
    const headers = { "content-type": type, cookie: as };
    const response = await fetch(server.url + uploadURL, { method: "PUT", headers, body: new Uint8Array(bytes) });
    // Until the response is read, the connection is busy, and the server would wait for it when closing.
    const { message = "" }: { message?: string } = await response.json();
    return { status: response.status, message };
  };

  const list = async (): Promise<Picture[]> =>
    (await server.send("GET", "/api/admin/pictures", undefined, { cookie })).json;

  return {
    open,
    put,
    upload: async (bytes: Uint8Array): Promise<Uploaded> => {
      const uploadURL = await open();
      const sent = await put(uploadURL, bytes);
      if (sent.status !== 200) return { ...sent, picture: null };
      const { status, json } = await server.send("POST", "/api/admin/pictures", { uploadURL, alt: "x" }, { cookie });
      return { status, message: json.message, picture: status === 201 ? json : null };
    },
    /** Whether every file of the picture was created in time. */
    complete: async (id: string): Promise<boolean> => {
      for (let tries = 0; tries < 1500; tries++) {
        const picture = (await list()).find((one) => one.id === id);
        if (picture?.formats.length === 2 && picture.shareReady) return true;
        await wait(100);
      }
      return false;
    },
    /** Also returns how much was sent before the connection was closed. */
    sendWithoutEnd: async (): Promise<{ status: number; sent: number }> => {
      const uploadURL = await open();
      return new Promise((resolve) => {
        const headers = { "content-type": "image/jpeg", cookie };
        const call = request(server.url + uploadURL, { method: "PUT", headers });
        const block = Buffer.alloc(65_536, 0xff);
        let sent = 0;
        let status = 0;
        const push = () => {
          while (sent < 1_073_741_824) {
            sent += block.length;
            if (!call.write(block)) return;
          }
          call.end();
        };
        call.on("drain", push);
        call.on("response", (response) => {
          status = response.statusCode ?? 0;
          response.resume();
        });
        call.on("error", () => {});
        call.on("close", () => resolve({ status, sent }));
        push();
      });
    },
  };
}
