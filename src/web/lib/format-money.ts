/** SPEC 5: en-US, dollars unless another currency is named, nothing for what is no number. Whole amounts without decimals. */
export function formatCurrency(amount: number | string, currency = "USD"): string {
  const value = typeof amount === "string" && amount.trim() === "" ? Number.NaN : Number(amount);
  if (!Number.isFinite(value)) return "";
  const decimals = Number.isInteger(value) ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {};
  return new Intl.NumberFormat("en-US", { style: "currency", currency, ...decimals }).format(value);
}

/** `$`, `€`, `¥`, as the heading of a column has it. */
export function signOf(currency: string): string {
  const parts = new Intl.NumberFormat("en-US", { style: "currency", currency }).formatToParts(0);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}
