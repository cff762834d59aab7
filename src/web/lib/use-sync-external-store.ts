/** Replaces the router's shim for older versions of React. */
export { useSyncExternalStore } from "react";
