import type { BodyState } from "#domain/channels/body-state.ts";

/** The result of reading a calendar, in words. */
export const RUN_STATES = {
  ok: "Read",
  unchanged: "Nothing new",
  not_ical: "The link didn't return a calendar",
  empty_body: "The response was empty",
  truncated: "The calendar was incomplete",
  too_large: "Too large",
  too_many: "Too many entries",
  http_error: "The platform answered with an error",
  network_error: "We couldn't reach the platform",
  refused_address: "This link isn't allowed",
  timeout: "The platform took too long",
} satisfies Record<BodyState, string>;
