/** A telephone number as E.164; null for one that cannot be dialled from abroad as it was typed. */
export async function internationalNumber(typed: string): Promise<string | null> {
  const { parsePhoneNumberFromString } = await import("libphonenumber-js/min");
  const number = parsePhoneNumberFromString(typed);
  return number?.isValid() ? number.number : null;
}
