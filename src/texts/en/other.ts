/** Picture credits, and the page for unknown URLs. */
export const otherTexts = {
  /** The banner's name for screen readers. */
  notice: "Notice",
  credits: {
    title: "Picture Credits",
    some: "With thanks to the people who took these pictures. All other pictures on this site are our own.",
    none: "All pictures on this site are our own.",
  },
  notFound: {
    title: "404 Page Not Found",
    lead: "Did you forget to add the page to the router?",
    text: "In other words: there is no page here. This button takes you back to the home page.",
  },
};
export type OtherTexts = typeof otherTexts;
