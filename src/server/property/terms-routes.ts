import { readTerms } from "#contract/terms.ts";
import { DEFAULT_LANGUAGE } from "#domain/language/language.ts";
import { cancelsUnpaid, type PaymentTerms } from "#domain/payments/plan.ts";
import type { PortalSettings } from "#domain/settings/settings.ts";
import type { Mount } from "../http/mount.ts";
import { notFound } from "../http/problem.ts";
import type { RenderMarkdown } from "./markdown-renderer.ts";
import type { TranslateContent } from "./ports.ts";
import type { PropertyStore } from "./store.ts";

export type TermsNeeds = {
  sellingRules: () => Promise<Pick<PortalSettings, "bookingMode" | "requestHours" | "policyAnew" | keyof PaymentTerms>>;
  /** The name of the payment provider; omitted if none is configured. */
  paidBy?: string;
};

/**
 * The terms are derived from the prices and settings; the host may add text. A text without a translation is shown in
 * English, not replaced by the standard terms, which could contradict it.
 */
export function mountTerms(
  mount: Mount,
  {
    store,
    render,
    translate,
    sellingRules,
    paidBy,
  }: TermsNeeds & { store: PropertyStore; render: RenderMarkdown; translate: TranslateContent },
): void {
  mount(readTerms, async (_input, call) => {
    if (!(await store.read())) return notFound("No property has been set up yet.");
    const [site, prices, rules] = await Promise.all([store.readSite(), store.readPrices(), sellingRules()]);
    const { paymentMode, firstPart, firstPercent, firstNights, balanceDays, payHours } = rules;
    const isPaidOnline = paidBy !== undefined && paymentMode !== "off";
    const cancelUnpaid = cancelsUnpaid(rules);
    const parts = { firstPart, firstPercent, firstNights, balanceDays, payHours, cancelUnpaid };
    const { terms, cancellationTerms } = site;
    const { content, english } = await translate({ terms, cancellationTerms }, call.language);
    const languageOf = (text: string) => (english.includes(text) ? DEFAULT_LANGUAGE : call.language);
    return {
      termsHtml: await render(content.terms),
      termsLanguage: languageOf(terms),
      cancellationHtml: await render(content.cancellationTerms),
      cancellationLanguage: languageOf(cancellationTerms),
      booking: { mode: rules.bookingMode, answerHours: rules.requestHours },
      payment: isPaidOnline ? { provider: paidBy, required: paymentMode === "required", ...parts } : null,
      cancellation: prices.cancellation,
      policyAnew: rules.policyAnew,
    };
  });
}
