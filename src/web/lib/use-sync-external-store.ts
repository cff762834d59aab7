/** Replaces the router's shim for older versions of React; our version has this function built in. */
export { useSyncExternalStore } from "react";
