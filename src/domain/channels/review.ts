/** Questions that only the host can answer (S-22, S-23, S-33, S-34, S-35, S-44, S-55). */
export const REVIEW_KINDS = [
  "long-span",
  "sudden-drop",
  "left-in-stay",
  "other-calendar",
  "told-twice",
  "sold-twice",
  "block",
] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

export const REVIEW_ANSWERS = [
  "booking",
  "closure",
  "ignore",
  "cancelled",
  "wait",
  "left",
  "stays",
  "same",
  "stop",
  "both",
  "linked",
] as const;
export type ReviewAnswer = (typeof REVIEW_ANSWERS)[number];

type Choice = { answer: ReviewAnswer; label: string };

/** The answers to each question, in display order. */
export const CHOICES = {
  "long-span": [
    { answer: "booking", label: "It is a booking" },
    { answer: "closure", label: "It is a block: close the nights here too" },
    { answer: "ignore", label: "Ignore it and sell these nights" },
  ],
  "sudden-drop": [
    { answer: "cancelled", label: "Yes, they are cancelled" },
    { answer: "wait", label: "No, keep the nights closed" },
  ],
  "left-in-stay": [
    { answer: "left", label: "Yes: free the remaining nights" },
    { answer: "stays", label: "No, keep the nights closed" },
  ],
  "other-calendar": [
    { answer: "same", label: "Yes, this is the right calendar" },
    { answer: "stop", label: "No, stop reading it" },
  ],
  "told-twice": [
    { answer: "booking", label: "Yes, one is a booking made there" },
    { answer: "ignore", label: "No, all of them came from my own calendar" },
  ],
  "sold-twice": [
    { answer: "both", label: "Sold twice: two different guests" },
    { answer: "linked", label: "One booking: the two platforms are linked directly" },
  ],
  // This question is answered in the preview, before the platform is connected.
  block: [
    { answer: "closure", label: "Close these nights here too" },
    { answer: "ignore", label: "Keep them on sale" },
  ],
} satisfies Record<ReviewKind, Choice[]>;
