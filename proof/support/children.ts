import { readdirSync, readFileSync } from "node:fs";

/** The highest peak memory among all child processes, in MiB (Linux). */
export function watchChildren(): { peak: () => number; reset: () => void; stop: () => void } {
  let peakKib = 0;
  const look = () => {
    for (const thread of readdirSync("/proc/self/task")) {
      for (const pid of read(`/proc/self/task/${thread}/children`).split(" ").filter(Boolean)) {
        const kib = Number(/VmHWM:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
        peakKib = Math.max(peakKib, kib);
      }
    }
  };
  const timer = setInterval(look, 4);
  return {
    peak: () => peakKib / 1024,
    reset: () => {
      peakKib = 0;
    },
    stop: () => clearInterval(timer),
  };
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
