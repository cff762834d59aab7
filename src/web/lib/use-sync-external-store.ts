/** Replaces the router's shim for older versions of React: ours has it built in. */
export { useSyncExternalStore } from "react";
