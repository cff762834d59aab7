import type { PaymentNeeds } from "./ports.ts";

const LEASE_MS = 120_000;
/** Whoever stood still for so long does nothing more: another may have the lease by now. */
const ACT_WITHIN_MS = 90_000;

/** Runs a piece of work unless somebody else does. `inTime` is asked again after each call to the provider. */
export async function underLease(
  { lease: createLease, clock }: Pick<PaymentNeeds, "lease" | "clock">,
  job: string,
  work: (inTime: () => boolean) => Promise<unknown>,
): Promise<void> {
  const lease = createLease();
  const takenAt = clock().getTime();
  if (!(await lease.take(job, LEASE_MS))) return;
  try {
    await work(() => clock().getTime() - takenAt < ACT_WITHIN_MS);
  } finally {
    await lease.release(job);
  }
}
