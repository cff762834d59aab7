import type { SavedSettings } from "#contract/settings.ts";

type NumberName =
  | "backupRetention"
  | "sessionTimeout"
  | "requestHours"
  | "longestStay"
  | "bookingWindow"
  | "guestRetention"
  | "firstPercent"
  | "firstNights"
  | "balanceDays"
  | "payHours";

/** The form's values. Numbers are kept as typed. The two passwords never come from the server. */
export type Draft = Omit<SavedSettings, "version" | "debugUntil" | "missing" | "paymentProvider" | NumberName> &
  Record<NumberName, string> & {
    currentPassword: string;
    newPassword: string;
  };

export function draftOf({
  version: _version,
  debugUntil: _until,
  missing: _missing,
  paymentProvider: _provider,
  ...saved
}: SavedSettings): Draft {
  return {
    ...saved,
    ...typedNumbers(saved),
    currentPassword: "",
    newPassword: "",
  };
}

function typedNumbers(saved: Record<NumberName, number>): Record<NumberName, string> {
  const { backupRetention, sessionTimeout, requestHours, longestStay, bookingWindow, guestRetention } = saved;
  const { firstPercent, firstNights, balanceDays, payHours } = saved;
  return {
    backupRetention: String(backupRetention),
    sessionTimeout: String(sessionTimeout),
    requestHours: String(requestHours),
    longestStay: String(longestStay),
    bookingWindow: String(bookingWindow),
    guestRetention: String(guestRetention),
    firstPercent: String(firstPercent),
    firstNights: String(firstNights),
    balanceDays: String(balanceDays),
    payHours: String(payHours),
  };
}

/** The props through which a section reads and changes the form. */
export type SectionProps = {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  errors: Record<string, string>;
  saved: SavedSettings;
};
