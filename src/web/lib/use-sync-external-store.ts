/** In the place of the shim that the router brings for older React: ours has it built in. */
export { useSyncExternalStore } from "react";
