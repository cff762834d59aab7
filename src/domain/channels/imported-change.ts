import type { ImportedStay } from "./imported-stay.ts";
import type { ReviewKind } from "./review.ts";

/** What one reading made of one record. */
export type StayChange = {
  before: ImportedStay | null;
  after: ImportedStay;
  /** A sentence for its history; empty when nothing happened that a person would call a change. */
  event: string;
  what: "added" | "changed" | "missing" | "released" | "moved-away" | "back" | "finished" | "seen";
  /** Of an added record: the stay whose new dates it seems to be (S-25). */
  movedFrom?: ImportedStay;
};
export type ReviewWanted = { kind: ReviewKind; stay: ImportedStay | null; question: string; nights: string };
