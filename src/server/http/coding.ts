export type Coding = "br" | "gzip" | "identity";

/** Named, and not with a weight of 0 (RFC 9110 12.5.3). */
const ACCEPTS = {
  br: /(?:^|,)\s*br\s*(?:$|,|;\s*q=(?!0(?:\.0*)?\s*(?:$|,)))/i,
  gzip: /(?:^|,)\s*gzip\s*(?:$|,|;\s*q=(?!0(?:\.0*)?\s*(?:$|,)))/i,
};

/** The best form that a browser reads. */
export function codingFor(acceptEncoding: string | string[] | undefined): Coding {
  const accepted = String(acceptEncoding ?? "");
  if (ACCEPTS.br.test(accepted)) return "br";
  return ACCEPTS.gzip.test(accepted) ? "gzip" : "identity";
}
