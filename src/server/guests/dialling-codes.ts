/** Converts a telephone number to E.164; returns null if it lacks a country code or is not valid. */
export async function internationalNumber(typed: string): Promise<string | null> {
  const { parsePhoneNumberFromString } = await import("libphonenumber-js/min");
  const number = parsePhoneNumberFromString(typed);
  return number?.isValid() ? number.number : null;
}
