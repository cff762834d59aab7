/**
 * Whether an address is one of our own pictures: a drawing that came with Latchkey, or what was uploaded. A picture of
 * another house would tell that house who visits the site, and could change into anything (reliability 2.4).
 */
export function isOwnPicture(address: string): boolean {
  return isDrawing(address) || /^\/pictures\/[A-Za-z0-9_-]{22}\/\d{1,4}\.jpg$/.test(address);
}

/** Whether it is one of the drawings, and so no picture of the host's house. */
export function isDrawing(address: string): boolean {
  return /^\/drawings\/[a-z]+\/[a-z0-9-]+\.svg$/.test(address);
}
