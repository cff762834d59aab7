import { expect, type Page } from "@playwright/test";

/**
 * Script errors, hydration mismatches, and styles or scripts that the page's policy blocked; resources that fail to
 * load do not count. Call the returned function at the end.
 */
export function listenForComplaints(page: Page): () => void {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const expected = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !expected) complaints.push(message.text());
  });
  return () => expect(complaints).toEqual([]);
}
