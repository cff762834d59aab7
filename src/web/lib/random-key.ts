/** 128 random bits for one submission. `crypto.randomUUID` is not available over plain HTTP. */
export function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
