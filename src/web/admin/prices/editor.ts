import { createContext, type Dispatch, type SetStateAction, use } from "react";
import type { SavedCode } from "#contract/prices.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { LocalTime, TimeZone } from "#domain/calendar/time-zone.ts";
import type { PriceDocument } from "#domain/pricing/price-document.ts";
import type { CodeBody } from "../../api/prices.ts";
import type { Binding } from "../frame/binding.ts";

/** `worth` is the discount as the host typed it. */
export type NewCode = Omit<CodeBody, "discount" | "confirmed"> & { code: string; worth: string };

export type PriceEditor = {
  prices: PriceDocument;
  change: (part: Partial<PriceDocument>) => void;
  field: <K extends keyof PriceDocument>(name: K) => Binding<PriceDocument[K]>;
  /** By the path of the field in the document. */
  problems: Record<string, string>;
  /** The paths of the fields whose input cannot be read: the document has their last valid values. */
  setUnreadable: Dispatch<SetStateAction<ReadonlySet<string>>>;
  codes: SavedCode[];
  /** The saved currency, in which the amounts of codes are stored. Unlike the prices, codes are saved at once. */
  codeCurrency: string;
  /** Null while nothing has been entered for a new code. */
  newCode: NewCode | null;
  setNewCode: (newCode: NewCode | null) => void;
  today: LocalDate;
  timeZone: TimeZone;
  checkInTime: LocalTime;
  taken: ReadonlySet<LocalDate>;
};

export const PriceEditorContext = createContext<PriceEditor | null>(null);

export function usePriceEditor(): PriceEditor {
  const editor = use(PriceEditorContext);
  if (!editor) throw new Error("No PriceEditorContext around this");
  return editor;
}
