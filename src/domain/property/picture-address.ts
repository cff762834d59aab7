/**
 * Whether a URL leads to one of our own pictures: a bundled drawing or an upload. A picture hosted elsewhere would tell
 * that host who visits the site, and its content could change at any time.
 */
export function isOwnPicture(address: string): boolean {
  return isDrawing(address) || /^\/pictures\/[A-Za-z0-9_-]{22}\/\d{1,4}\.jpg$/.test(address);
}

/** Whether the URL leads to one of the bundled drawings, which are not photos of the property. */
export function isDrawing(address: string): boolean {
  return /^\/drawings\/[a-z]+\/[a-z0-9-]+\.svg$/.test(address);
}
