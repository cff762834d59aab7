import { createHash, timingSafeEqual } from "node:crypto";

/**
 * PayHere's signatures: MD5 over joined values with the MD5 of the merchant's secret at the end. PayHere allows no other
 * algorithm. A notice's signature covers neither the payment's id nor a time, so a notice alone never says how often
 * something was paid.
 */

type Merchant = { merchantId: string; merchantSecret: string };

const md5 = (text: string) => createHash("md5").update(text).digest("hex").toUpperCase();

/** Of the form with which a guest goes to PayHere: `amount` as `450.00`. */
export function checkoutHash(
  { merchantId, merchantSecret }: Merchant,
  { orderId, amount, currency }: { orderId: string; amount: string; currency: string },
): string {
  return md5(merchantId + orderId + amount + currency + md5(merchantSecret));
}

export type SignedNotice = { orderId: string; amount: string; currency: string; statusCode: string };

/** Of a notice, as PayHere computes it. */
export function noticeSignature({ merchantId, merchantSecret }: Merchant, notice: SignedNotice): string {
  const { orderId, amount, currency, statusCode } = notice;
  return md5(merchantId + orderId + amount + currency + statusCode + md5(merchantSecret));
}

export function isNoticeSigned(merchant: Merchant, notice: SignedNotice, given: string): boolean {
  const right = Buffer.from(noticeSignature(merchant, notice));
  const got = Buffer.from(given);
  return got.length === right.length && timingSafeEqual(got, right);
}
