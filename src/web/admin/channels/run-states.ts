import type { BodyState } from "#domain/channels/body-state.ts";

/** What became of a reading, in words. */
export const RUN_STATES = {
  ok: "Read",
  unchanged: "Unchanged since the reading before",
  not_ical: "No calendar came",
  empty_body: "Nothing came",
  truncated: "Cut off in the middle",
  too_large: "Too large",
  too_many: "Too many entries",
  http_error: "The platform answered with an error",
  network_error: "The platform could not be reached",
  refused_address: "The address is not allowed",
  timeout: "The platform took too long",
} satisfies Record<BodyState, string>;
