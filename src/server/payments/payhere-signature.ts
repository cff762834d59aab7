import { createHash } from "node:crypto";
import { isSameSecret } from "../runtime/ids.ts";

/**
 * PayHere's signatures: the MD5 of the values concatenated with the MD5 of the merchant's secret. PayHere offers no
 * other algorithm. A webhook's signature covers neither the payment id nor a time, so webhooks alone do not show how
 * many payments there were.
 */

type Merchant = { merchantId: string; merchantSecret: string };

const md5 = (text: string) => createHash("md5").update(text).digest("hex").toUpperCase();

/** The signature of the checkout form; `amount` is formatted as `450.00`. */
export function checkoutHash(
  { merchantId, merchantSecret }: Merchant,
  { orderId, amount, currency }: { orderId: string; amount: string; currency: string },
): string {
  return md5(merchantId + orderId + amount + currency + md5(merchantSecret));
}

export type SignedFields = { orderId: string; amount: string; currency: string; statusCode: string };

export function webhookSignature({ merchantId, merchantSecret }: Merchant, fields: SignedFields): string {
  const { orderId, amount, currency, statusCode } = fields;
  return md5(merchantId + orderId + amount + currency + statusCode + md5(merchantSecret));
}

export function isWebhookSigned(merchant: Merchant, fields: SignedFields, given: string): boolean {
  return isSameSecret(given, webhookSignature(merchant, fields));
}
