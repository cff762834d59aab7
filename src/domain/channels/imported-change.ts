import type { ImportedStay } from "./imported-stay.ts";
import type { ReviewKind } from "./review.ts";

/** The change that one read made to one record. */
export type StayChange = {
  before: ImportedStay | null;
  after: ImportedStay;
  /** A sentence for the record's history; empty if nothing happened that a person would call a change. */
  event: string;
  what: "added" | "changed" | "missing" | "released" | "moved-away" | "back" | "finished" | "seen";
  /** For a new record: the stay that the record seems to replace (S-25). */
  movedFrom?: ImportedStay;
};
export type NewReview = { kind: ReviewKind; stay: ImportedStay | null; question: string; nights: string };
