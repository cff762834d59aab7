/** A call of the API by the host. An answer that is not OK is an error, because the demo's data are ours. */
export type HostCall = (method: "GET" | "POST" | "PUT", url: string, body?: object) => Promise<unknown>;
