/**
 * S21, S22, S23: each hostile file must be rejected, or re-encoded so that only its pixels are served. The decoding
 * process must use at most 300 MiB, endless uploads must be stopped, no temporary files may remain, and an upload URL
 * must accept only one file, from one session.
 */
import { existsSync, readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import sharp from "sharp";
import type { Picture } from "#contract/media.ts";
import { FORMATS, fileName, shareName, widthsOf } from "#domain/media/picture.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { watchChildren } from "./support/children.ts";
import { heavyFiles, hostileFiles } from "./support/hostile-files.ts";
import { faultsOf, headerFaults } from "./support/picture-judge.ts";
import { prove } from "./support/proof.ts";
import { createUploader } from "./support/uploader.ts";

const MAX_MIB = 300;
const MAX_MS = 3000;
const MAX_SENT = 16 * 1_048_576;
const LEAST_FILES = 40;
const REFUSALS = [400, 403, 413, 415, 422];

const server = await startTestApp("sqlite");
const cookie = await server.signIn();
const uploader = createUploader(server, cookie);
const children = watchChildren();

/** The faults in all public files of a picture. */
async function servedFaults({ id, width, focusX, focusY }: Picture): Promise<{ files: number; faults: string[] }> {
  const faults = (await uploader.complete(id)) ? [] : ["its files were not created"];
  const sizes = widthsOf(width).flatMap((one) => FORMATS.map((format) => fileName(one, format)));
  const names = [...sizes, shareName({ focusX, focusY })];
  for (const name of names) {
    const served = await fetch(`${server.url}/pictures/${id}/${name}`);
    const found = [...(await faultsOf(Buffer.from(await served.arrayBuffer()))), ...headerFaults(served.headers)];
    faults.push(...found.map((fault) => `${name} ${fault}`));
  }
  return { files: names.length, faults };
}

/** `fetch` would resolve the dots in the path. */
function statusOf(path: string): Promise<number> {
  return new Promise((done, failed) => {
    const { port } = new URL(server.url);
    const outgoing = request({ host: "127.0.0.1", port, path }, (response) => {
      response.resume();
      done(response.statusCode ?? 0);
    });
    outgoing.on("error", failed).end();
  });
}

/** The negative control: unchanged files, and one re-encoded with its metadata. */
async function controlsDetected(files: { name: string; bytes: Buffer }[]): Promise<boolean> {
  const bytesOf = (name: string) => files.find((file) => file.name === name)?.bytes ?? Buffer.alloc(0);
  const kept = await sharp(bytesOf("jpeg-notes.jpg")).keepMetadata().jpeg().toBuffer();
  const passed = ["jpeg-notes.jpg", "jpeg-and-page.jpg", "png-text.png", "jpeg-xmp.jpg", "plain.svg"].map(bytesOf);
  const found = await Promise.all([kept, ...passed].map(faultsOf));
  return found.every((faults) => faults.length > 0) && headerFaults(new Headers()).length > 0;
}

const S21 = {
  id: "S21",
  what: "Hostile uploads",
  aim: `at least ${LEAST_FILES} files: rejected or re-encoded; no metadata or GPS in any served file; nosniff`,
};
await prove(S21, "sqlite", async () => {
  const files = await hostileFiles();
  const faults: string[] = [];
  const counted = { refused: 0, "re-encoded": 0, "files served": 0 };
  let shown = "";
  for (const { name, bytes } of files) {
    const { status, message, picture } = await uploader.upload(bytes);
    if (picture) {
      shown = picture.id;
      const served = await servedFaults(picture);
      counted["re-encoded"]++;
      counted["files served"] += served.files;
      faults.push(...served.faults.map((fault) => `${name}: ${fault}`));
    } else {
      counted.refused++;
      if (!REFUSALS.includes(status) || !message.endsWith(".")) faults.push(`${name}: ${status} ${message}`);
    }
  }
  const traversals = ["../../latchkey.sqlite", "..%2f..%2flatchkey.sqlite", "%00.jpg", "480.jpg%00.html", "master.jpg"];
  for (const path of traversals) {
    const status = await statusOf(`/pictures/${shown}/${path}`);
    if (status !== 404 && status !== 400) faults.push(`${path}: ${status}`);
  }
  // Otherwise, the paths above could be refused whatever they are.
  if ((await statusOf(`/pictures/${shown}/${shareName({ focusX: 50, focusY: 50 })}`)) !== 200)
    faults.push("the picture itself is not served");
  for (const alt of ["a\0b", "\ud800"]) {
    const call = { uploadURL: "/api/uploads/../x", alt };
    const { status } = await server.send("POST", "/api/admin/pictures", call, { cookie });
    if (status !== 400) faults.push(`alt text ${JSON.stringify(alt)}: ${status}`);
  }
  const mib = Math.round(children.peak());
  for (const fault of faults) console.error(fault);
  return {
    figures: { files: files.length, ...counted, "peak MiB of a child": mib, faults: faults.length },
    met: faults.length === 0 && files.length >= LEAST_FILES && mib <= MAX_MIB,
    negativeControl: {
      fault: "pictures served unchanged, or re-encoded with their metadata",
      detected: await controlsDetected(files),
    },
  };
});

const S22 = {
  id: "S22",
  what: "Cost of an upload",
  aim: "1 GB stopped within 16 MiB; each large file: accepted, at most 300 MiB and 3 s; no temporary files left",
};
await prove(S22, "sqlite", async () => {
  let [mostMs, mostMib, taken] = [0, 0, 0];
  for (const file of await heavyFiles()) {
    children.reset();
    const begun = performance.now();
    const { status, picture } = await uploader.upload(file.bytes);
    const ms = performance.now() - begun;
    if (picture && (await uploader.complete(picture.id))) taken++;
    console.log(
      `${file.name}, ${(file.bytes.length / 1e6).toFixed(1)} MB: ${status}, ${ms.toFixed(0)} ms, ${children.peak().toFixed(0)} MiB`,
    );
    mostMs = Math.max(mostMs, Math.round(ms));
    mostMib = Math.max(mostMib, Math.round(children.peak()));
  }
  const endless = await uploader.sendWithoutEnd();
  const folder = join(server.config.dataDir, "uploads");
  const left = existsSync(folder) ? readdirSync(folder).length : 0;
  const sentMib = Number((endless.sent / 1_048_576).toFixed(1));
  return {
    figures: {
      "large files accepted": taken,
      "slowest ms": mostMs,
      "peak MiB": mostMib,
      "1 GB in chunks": endless.status,
      "MiB sent": sentMib,
      "files left": left,
    },
    met:
      taken === (await heavyFiles()).length &&
      mostMs <= MAX_MS &&
      mostMib <= MAX_MIB &&
      endless.status === 413 &&
      endless.sent <= MAX_SENT &&
      left === 0,
  };
});

const S23 = {
  id: "S23",
  what: "Upload addresses",
  aim: "used, expired, foreign or forged, or another type or length: 403",
};
await prove(S23, "own endpoint, sqlite", async () => {
  const { open, put } = uploader;
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#456" } })
    .jpeg()
    .toBuffer();
  const bounds = { type: "image/jpeg", size: bytes.length };
  const record = (uploadURL: string, as: string) =>
    server.send("POST", "/api/admin/pictures", { uploadURL }, { cookie: as });
  const used = await open(bounds);
  const first = (await put(used, bytes)).status;
  const other = await server.signIn();
  const answers = {
    used: (await put(used, bytes)).status,
    "other session": (await put(await open(bounds), bytes, "image/jpeg", other)).status,
    "recorded by another session": (await record(used, other)).status,
    "other type": (await put(await open(bounds), bytes, "image/png")).status,
    shorter: (await put(await open(bounds), bytes.subarray(1))).status,
    longer: (await put(await open(bounds), Buffer.concat([bytes, bytes]))).status,
    forged: (await put(`${used.slice(0, -4)}AAAA`, bytes)).status,
    expired: 0,
  };
  const late = await open(bounds);
  server.clock.advance(5 * 60_000 + 1);
  answers.expired = (await put(late, bytes)).status;
  return {
    figures: { "first use": first, ...answers },
    met: first === 200 && Object.values(answers).every((status) => status === 403),
  };
});

children.stop();
await server.close();
