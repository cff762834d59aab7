import type { PaymentNeeds } from "./ports.ts";

/**
 * The time in which a worker may act, one call to the provider that began at its end, and the minute by which the clock
 * of another instance may be ahead.
 */
const LEASE_MS = 180_000;
/**
 * A worker stops this long after taking the lease, or if the clock is set back by this much, because another worker may
 * soon hold the lease.
 */
const ACT_WITHIN_MS = 90_000;

/** Does the work unless another worker holds the lease. Check `stillLeased` after each API call to the provider. */
export async function withLease(
  { lease: createLease, clock }: Pick<PaymentNeeds, "lease" | "clock">,
  job: string,
  work: (stillLeased: () => boolean) => Promise<unknown>,
): Promise<void> {
  const lease = createLease();
  const takenAt = clock().getTime();
  if (!(await lease.take(job, LEASE_MS))) return;
  try {
    await work(() => Math.abs(clock().getTime() - takenAt) < ACT_WITHIN_MS);
  } finally {
    await lease.release(job);
  }
}
