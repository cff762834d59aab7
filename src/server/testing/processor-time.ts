/**
 * Starts to measure the processor time that this thread uses, in ms. Limits on elapsed time would fail on a busy
 * machine.
 */
export function startProcessorTimer(): () => number {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
}
