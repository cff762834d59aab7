/** Shown before every page in demo mode: the loading screen until the automatic sign-in, and a note. */
export const demoFrame =
  `<div id="demo-loading" class="demo-loading" role="status">Loading...</div>` +
  `<aside class="demo-note" aria-label="Demo">Demo: the bookings and guests are made up, and the portal is read-only.</aside>`;
