import type { Weekday } from "#domain/calendar/month.ts";

/** The first day of the week in a calendar; Monday is 0. */
const firstWeekday: Weekday = 6;

/** Strings that every page loads, including the error shown if a page cannot be rendered. */
export const frameTexts = {
  firstWeekday: firstWeekday as Weekday,
  skip: "Skip to main content",
  nameless: "Our cottage",
  bookYourStay: "Book Your Stay",
  backHome: "Back to Home",
  findBooking: "Find your booking",
  whatsapp: "Chat on WhatsApp",
  photos: "Pictures of the cottage",
  close: "Close",
  guard: {
    title: "This page could not be shown",
    offline: "You are offline. We'll reload this page when you're back online.",
    again: "Load it again",
  },
};
export type FrameTexts = typeof frameTexts;
