export type Coding = "br" | "gzip" | "identity";

/** Listed, and not with weight 0 (RFC 9110 12.5.3). */
const ACCEPTS = {
  br: /(?:^|,)\s*br\s*(?:$|,|;\s*q=(?!0(?:\.0*)?\s*(?:$|,)))/i,
  gzip: /(?:^|,)\s*gzip\s*(?:$|,|;\s*q=(?!0(?:\.0*)?\s*(?:$|,)))/i,
};

/** The best encoding that the browser accepts. */
export function codingFor(acceptEncoding: string | string[] | undefined): Coding {
  const accepted = String(acceptEncoding ?? "");
  if (ACCEPTS.br.test(accepted)) return "br";
  return ACCEPTS.gzip.test(accepted) ? "gzip" : "identity";
}
