import type { HostPayments } from "#contract/payments.ts";
import { formatCents } from "../../lib/format-money.ts";

export function howRefunded(provider: HostPayments["provider"]): string {
  if (provider?.refunds === "any") return "The money goes back to the guest's card.";
  const name = provider?.label ?? "The payment provider";
  return provider?.refunds === "whole"
    ? `We can refund only whole payments through ${name}; for any other amount, we'll ask you to make the refund in its portal.`
    : `We can't make refunds through ${name}, so we'll ask you to make the refund in its portal.`;
}

/** `cents` is positive; part of the amount may have been paid in cash or by bank transfer. */
export function whoRefunds({ provider, refundableCents, currency }: HostPayments, cents: number): string {
  const online = Math.min(cents, refundableCents);
  if (online <= 0) return "Please refund it yourself.";
  const rest = online < cents ? ` Please refund the other ${formatCents(cents - online, currency)} yourself.` : "";
  if (provider?.refunds !== "any") return howRefunded(provider) + rest;
  return `We'll refund ${rest ? formatCents(online, currency) : "it"} to the card.${rest}`;
}
