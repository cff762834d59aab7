import { useEffect, useState } from "react";

/**
 * The value once typing has paused for a moment. The API is called once for each word instead of once for each letter.
 */
export function useSettled(value: string, delayMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
