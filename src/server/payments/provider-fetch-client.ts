import { neverArrived } from "../core/remote-call.ts";
import type { Fault } from "./ports.ts";

/** Makes one API call to a payment provider. Redirects are not followed, and large responses are rejected. */

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 1024 * 1024;

export type ProviderResponse = { ok: true; status: number; headers: Headers; body: unknown } | Fault;

export async function callProvider(
  label: string,
  url: string,
  init: { method: "GET" | "POST" | "DELETE"; headers: Record<string, string>; body?: string },
): Promise<ProviderResponse> {
  // A failed read can always be retried; a failed write may have taken effect.
  const lost = init.method === "GET" ? "temporary" : "unknown";
  let response: Response;
  try {
    response = await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    const fault = neverArrived(error) ? "temporary" : lost;
    return { ok: false, fault, reason: `${label} cannot be reached.` };
  }
  try {
    const text = await readText(response);
    return { ok: true, status: response.status, headers: response.headers, body: parsed(text) };
  } catch {
    return { ok: false, fault: lost, reason: `The connection to ${label} was lost.` };
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error("too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
