import { resolve } from "node:path";
import { waitingBuild } from "../../scripts/waiting-build.mjs";

export default function refuseOutdatedBuild(): void {
  const problem = waitingBuild(resolve());
  if (problem) throw new Error(problem);
}
