/** Whether a failed `fetch` never reached the server, so that the call had no effect there. */
export function neverArrived(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error && "code" in error.cause ? error.cause.code : "";
  return cause === "ECONNREFUSED" || cause === "ENOTFOUND" || cause === "EAI_AGAIN";
}

/** How long a server asks us to wait (`Retry-After` in seconds), at most an hour, in ms; 0 if it does not say. */
export function retryAfterMs(header: string | null | undefined): number {
  const seconds = Number(header);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) * 1000 : 0;
}
