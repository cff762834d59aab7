import { expect, type Page } from "@playwright/test";

/**
 * Listens to a page's complaints: scripts that failed, markup that the browser drew otherwise than the server, styles or
 * scripts that the page's policy refused. Call what it returns at the end. Answers other than 200 are no complaint.
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
