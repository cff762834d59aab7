/** The cached landing page, compared with a plain Node server that sends the same bytes. */
import { scratchDatabase } from "#server/testing/engines.ts";
import { startServerProcess } from "#server/testing/processes.ts";
import { compare, report, requestsPerSecond, runs, startRival } from "./support/measure.ts";

const scratch = await scratchDatabase("sqlite");
const ours = await startServerProcess(scratch, { pages: true });
const asking = { "accept-encoding": "br" };

// fetch would decompress the body.
const { get } = await import("node:http");
const page = await new Promise<{ body: Buffer; headers: Record<string, string> }>((resolve, reject) => {
  get(ours.url, { headers: asking }, (response) => {
    const chunks: Buffer[] = [];
    const skip = ["date", "connection", "keep-alive"];
    const headers = Object.entries(response.headers).filter(([name]) => !skip.includes(name));
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("end", () =>
      resolve({ body: Buffer.concat(chunks), headers: Object.fromEntries(headers.map(([k, v]) => [k, String(v)])) }),
    );
  }).on("error", reject);
});
const bare = await startRival("bench/support/bare-http.ts", {
  body: page.body.toString("base64"),
  headers: page.headers,
});

const { a, b, ratio } = await compare(
  runs(5),
  () => requestsPerSecond(ours.url, asking),
  () => requestsPerSecond(bare.url, asking),
);
report("landing page", { "ours/s": a, "bare http/s": b, bytes: page.body.length }, { ratio, atLeast: 0.5 });
bare.child.kill();
ours.child.kill("SIGTERM");
await scratch.remove();
