/** Does work that a visitor will probably need, once the page is at rest; on a slow or metered line not at all. */
export function whenIdle(work: () => void): void {
  if (isPoorLine()) return;
  // Safari has no idle callback.
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 200);
}

function isPoorLine(): boolean {
  const line: unknown = "connection" in navigator ? navigator.connection : null;
  if (typeof line !== "object" || line === null) return false;
  if ("saveData" in line && line.saveData === true) return true;
  return "effectiveType" in line && line.effectiveType !== "4g";
}
