/** Shown on a read-only page that has no content. */
export const nothingTexts = {
  loading: "Loading property details...",
  error: "Error Loading Property Information",
  tryLater: "We're having trouble loading our property information. Please try again later.",
  empty: "No property information available at the moment. Please check back later.",
};
export type NothingTexts = typeof nothingTexts;
