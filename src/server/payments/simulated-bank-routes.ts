import { escapeHtml } from "#domain/text/escape-html.ts";
import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { fromStripeAmount } from "#domain/payments/currency.ts";
import { moneyText } from "#domain/money/currency.ts";
import { readForms } from "../http/read-forms.ts";
import type { BankSession, SimulatedBank } from "./simulated-bank-server.ts";

/** A path on our own site, so that the page works wherever the demo runs. */
export const BANK_PATH = "/simulated-bank";

const STYLE = [
  "body{margin:0;background:#eef1f4;color:#1d2730;font:1rem/1.5 system-ui,sans-serif}",
  "main{max-width:26rem;margin:2rem auto;padding:1.5rem;background:#fff;border:1px solid #c4ccd4;border-radius:.75rem}",
  "h1{margin:0 0 .5rem;font-size:1.5rem}form{display:grid;gap:.75rem;margin-top:1.5rem}a{color:#123f7a}",
  "button{min-height:2.75rem;padding:.5rem 1rem;border:1px solid #6b7884;border-radius:.5rem;background:#fff;color:inherit;font:inherit}",
  "button.pay{border-color:#123f7a;background:#123f7a;color:#fff;font-weight:600}.amount{font-size:2rem;font-weight:600;margin:.5rem 0}",
  "h2{margin:.75rem 0 0;font-size:1rem}[role=alert]{padding:.75rem;border-radius:.5rem;background:#fde8e4}",
  "@media(max-width:30rem){main{margin:0;border-width:0;border-radius:0}}",
].join("");
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "x-robots-tag": "noindex",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
};

/** The page on which a guest of the demo "pays". */
export async function mountBankPage(http: FastifyInstance, bank: SimulatedBank): Promise<void> {
  const config = { access: "anyone" } as const;
  const path = `${BANK_PATH}/:sessionId`;
  await http.register(async (scope) => {
    readForms(scope, 4096);
    scope.get<{ Params: { sessionId: string } }>(path, { config }, async ({ params }, reply) => {
      const session = bank.session(params.sessionId);
      return reply
        .code(session ? 200 : 404)
        .headers(HEADERS)
        .send(session ? pageOf(session) : document("No such payment", ""));
    });
    scope.post<{ Params: { sessionId: string } }>(path, { config }, async ({ params, body }, reply) => {
      const session = bank.session(params.sessionId);
      if (!session) return reply.code(404).headers(HEADERS).send(document("No such payment", ""));
      const act = body instanceof URLSearchParams ? body.get("act") : null;
      if (act === "cancel") return reply.redirect(session.cancelUrl, 303);
      if (act === "decline") return reply.code(402).headers(HEADERS).send(pageOf(session, "Your card was declined."));
      const paid = await bank.pay(session.id, act !== "pay-silently");
      if (!paid) return reply.code(409).headers(HEADERS).send(pageOf(session));
      return reply.redirect(act === "pay-and-leave" ? `${BANK_PATH}/${session.id}` : session.successUrl, 303);
    });
  });
}

function pageOf(session: BankSession, problem = ""): string {
  const currency = session.currency.toUpperCase();
  const amount = moneyText(fromStripeAmount(session.amount, currency) ?? 0, currency);
  const alert = problem ? `<p role="alert"><strong>${escapeHtml(problem)}</strong></p>` : "";
  if (session.status !== "open") {
    const words = session.status === "complete" ? "This has been paid." : "This payment page has expired.";
    return document(
      "Simulated bank",
      `<p>${words}</p><p><a href="${escapeHtml(session.successUrl)}">Back to the cottage</a></p>`,
    );
  }
  const button = (act: string, words: string) =>
    `<button name="act" value="${act}"${act === "pay" ? ' class="pay"' : ""}>${words}</button>`;
  return document(
    "Simulated bank",
    `<p>This bank belongs to the demo. No real money moves, and no card is needed.</p>${alert}` +
      `<p>${escapeHtml(session.title)}</p><p class="amount">${escapeHtml(amount)}</p><form method="post">` +
      button("pay", `Pay ${escapeHtml(amount)}`) +
      `<h2>Or try what else can happen</h2>` +
      button("pay-silently", "Pay, but don't notify the website") +
      button("pay-and-leave", "Pay without returning to the site") +
      button("decline", "Decline the card") +
      button("cancel", "Go back without paying") +
      `</form>`,
  );
}

function document(title: string, body: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`
  );
}
