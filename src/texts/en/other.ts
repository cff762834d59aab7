/** Picture credits, and addresses that lead nowhere. */
export const otherTexts = {
  /** What a banner at the top of a page is, to screen readers. */
  notice: "Notice",
  credits: {
    title: "Picture Credits",
    some: "Most pictures here are our own. These were taken by others, and we thank them.",
    none: "All pictures on this site are our own.",
  },
  notFound: {
    title: "404 Page Not Found",
    lead: "Did you forget to add the page to the router?",
    text: "In other words: this path leads into the forest. The house is back this way.",
  },
};
export type OtherTexts = typeof otherTexts;
