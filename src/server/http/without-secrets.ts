/** 256 random bits as they stand in every address that opens something: of a guest, a calendar, a rating, a sign-in. */
const SECRET = /(?<![\w-])[\w-]{43}(?![\w-])/g;

/**
 * The same answer with every secret of an address left out. Everybody is the demo account, and what a guest's link
 * opens, such as cancelling a stay, must stay with the guest.
 */
export function withoutSecrets(answer: unknown): unknown {
  if (typeof answer === "string") return answer.replace(SECRET, "…");
  if (Array.isArray(answer)) return answer.map(withoutSecrets);
  if (typeof answer !== "object" || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, withoutSecrets(value)]));
}
