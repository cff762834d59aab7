import { createHash, timingSafeEqual } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance } from "fastify";
import { sendProblem } from "./mount.ts";
import { notFound, Problem } from "./problem.ts";
import { NOTHING_ALLOWED } from "./security-headers.ts";

/** Upper bounds of the histogram buckets, in seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10];

export type Metrics = {
  fromMemory: () => void;
  /** `route` is the pattern, because a URL could give access to a booking. */
  record: (method: string, route: string, status: number, ms: number) => void;
  text: () => string;
};

/**
 * Metrics of this process in the Prometheus text format 0.0.4. They contain only numbers, HTTP methods and route
 * patterns.
 */
export function createMetrics(): Metrics {
  const counts = new Map<string, number>();
  const durations = { counts: BUCKETS.map(() => 0), sum: 0, count: 0 };
  let fromMemory = 0;
  const lag = monitorEventLoopDelay({ resolution: 20 });

  return {
    fromMemory: () => {
      fromMemory += 1;
    },
    record: (method, route, status, ms) => {
      const key = `method="${method}",route="${route}",status="${status}"`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      const seconds = ms / 1000;
      durations.sum += seconds;
      durations.count += 1;
      BUCKETS.forEach((end, i) => {
        if (seconds <= end) durations.counts[i] = (durations.counts[i] ?? 0) + 1;
      });
    },
    text: () => {
      // The first request for metrics enables this, so installations without monitoring do not run a timer.
      lag.enable();
      const { user, system } = process.cpuUsage();
      const metric = (name: string, type: string, help: string, lines: [labels: string, value: number][]) =>
        [
          `# HELP latchkey_${name} ${help}`,
          `# TYPE latchkey_${name} ${type}`,
          ...lines.map(([labels, value]) => `latchkey_${name}${labels} ${value}`),
        ].join("\n");
      const histogram = [
        ...BUCKETS.map((end, i): [string, number] => [`_bucket{le="${end}"}`, durations.counts[i] ?? 0]),
        [`_bucket{le="+Inf"}`, durations.count],
        ["_sum", durations.sum],
        ["_count", durations.count],
      ] satisfies [string, number][];
      const sections = [
        metric(
          "answers_total",
          "counter",
          "Responses by method, route pattern and status.",
          [...counts].map(([labels, count]): [string, number] => [`{${labels}}`, count]),
        ),
        metric("answers_from_memory_total", "counter", "Pages and API responses sent from memory.", [["", fromMemory]]),
        metric("answer_seconds", "histogram", "Duration of responses that were not served from memory.", histogram),
        metric("resident_bytes", "gauge", "Resident memory.", [["", process.memoryUsage.rss()]]),
        metric("cpu_seconds_total", "counter", "Processor time.", [["", (user + system) / 1e6]]),
        metric("event_loop_delay_seconds", "gauge", "The longest event loop delay since the last scrape.", [
          ["", Number.isFinite(lag.max) ? lag.max / 1e9 : 0],
        ]),
        metric("uptime_seconds", "gauge", "Time since the start of this process.", [["", process.uptime()]]),
      ];
      lag.reset();
      return `${sections.join("\n")}\n`;
    },
  };
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Requests must include the token. If no token is configured, the endpoint does not exist. */
export function mountMetrics(http: FastifyInstance, metrics: Metrics, token: string | null): void {
  const expected = token ? digest(`Bearer ${token}`) : null;
  http.get("/api/metrics", { config: { access: "anyone" } }, async (request, reply) => {
    if (!expected) return sendProblem(reply, notFound("This endpoint does not exist."));
    if (!timingSafeEqual(digest(request.headers.authorization ?? ""), expected)) {
      return sendProblem(reply, new Problem(401, "Send the value of METRICS_TOKEN as a bearer token."));
    }
    return reply
      .headers({
        "content-type": "text/plain; version=0.0.4; charset=utf-8",
        "content-security-policy": NOTHING_ALLOWED,
      })
      .send(metrics.text());
  });
}
