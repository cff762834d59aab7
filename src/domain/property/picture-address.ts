/**
 * Whether an address is one of our own pictures: those that came with Latchkey, or were uploaded. A picture of another
 * house would tell that house who visits the site, and could change into anything (reliability 2.4).
 */
export function isOwnPicture(address: string): boolean {
  return /^\/(?:drawings|media)(?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)+$/.test(address) && address.length <= 300;
}

/** Whether it is one of the drawings that came with Latchkey, and so no picture of the host's house. */
export function isDrawing(address: string): boolean {
  return address.startsWith("/drawings/");
}
