/** SPEC 5: dollars in en-US, nothing for what is no number. Whole amounts without cents. */
export function formatCurrency(amount: number | string, currency = "USD"): string {
  const value = typeof amount === "string" && amount.trim() === "" ? Number.NaN : Number(amount);
  if (!Number.isFinite(value)) return "";
  const digits = Number.isInteger(value) ? 0 : 2;
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

export function formatCents(cents: number): string {
  return formatCurrency(cents / 100);
}
