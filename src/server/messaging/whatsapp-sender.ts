import { plainText } from "#domain/messaging/template.ts";
import {
  isSentByWhatsapp,
  whatsappName,
  whatsappPlaces,
  type WhatsappType,
} from "#domain/messaging/whatsapp-template.ts";
import type { Language } from "#domain/language/language.ts";
import { neverArrived, retryAfterMs } from "../core/remote-call.ts";
import type { Outcome, Outgoing, Sender } from "./ports.ts";
import { at, list, text } from "./whatsapp-reports.ts";

export type WhatsappAccount = {
  /** The URL of the Cloud API, with its version. */
  apiUrl: string;
  phoneNumberId: string;
  token: string;
  /** The key with which Meta signs its reports. */
  appSecret: string;
  /** What Meta sends when it verifies the webhook. */
  verifyToken: string;
  /** Meta's code for the language in which the English templates were submitted: `en`, `en_US`, `en_GB`. */
  language: string;
};

const TIMEOUT_MS = 20_000;
const PAUSE_MS = { unreachable: 30_000, busy: 60_000, refused: 900_000 };
/** Once 24 hours have passed since the guest's last message, only approved templates are allowed. */
export const WINDOW_CLOSED = 131_047;
/** Meta has not approved a template with this name in this language. */
const NOT_IN_THIS_LANGUAGE = 132_001;

/**
 * Sends messages through WhatsApp's Cloud API: an approved template, or the host's wording if the host has edited the
 * message.
 */
export function createWhatsappSender(account: WhatsappAccount): Sender {
  async function post(message: Outgoing, content: object): Promise<Outcome & { code?: number }> {
    let response: Response;
    try {
      response = await fetch(`${account.apiUrl}/${account.phoneNumberId}/messages`, {
        method: "POST",
        redirect: "manual",
        headers: { authorization: `Bearer ${account.token}`, "content-type": "application/json" },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        body: JSON.stringify({
          messaging_product: "whatsapp",
          recipient_type: "individual",
          to: message.to.address.replace(/^\+/, ""),
          // Meta returns this with each report, even if we were interrupted before the response arrived.
          biz_opaque_callback_data: message.id,
          ...content,
        }),
      });
    } catch (error) {
      return unreached(error);
    }
    const body: unknown = await response.json().catch(() => null);
    return response.ok ? { ok: true, providerId: idIn(body) } : faultOf(response, body);
  }

  return {
    send: async (message) => {
      const { type, whatsapp } = message;
      if (whatsapp.length === 0 || !isSentByWhatsapp(type))
        return { ok: false, fault: "permanent", reason: "This kind of message has no WhatsApp template." };
      const byTemplate = async (): Promise<Outcome> => {
        let outcome: Outcome & { code?: number } = { ok: false, fault: "permanent", reason: "" };
        for (const { language, places } of whatsapp) {
          outcome = await post(message, templateOf(type, places, metaCode(language, account)));
          if (outcome.code !== NOT_IN_THIS_LANGUAGE) break;
        }
        return strip(outcome);
      };
      if (!message.rewritten) return byTemplate();
      const own = await post(message, { type: "text", text: { body: plainText(message.content).slice(0, 4096) } });
      return own.code === WINDOW_CLOSED ? byTemplate() : strip(own);
    },
    close: () => {},
  };
}

/**
 * Meta's language codes.
 * https://developers.facebook.com/docs/whatsapp/business-management-api/message-templates/supported-languages
 */
function metaCode(language: Language, account: Pick<WhatsappAccount, "language">): string {
  if (language === "en") return account.language;
  return language === "zh" ? "zh_CN" : language;
}

/**
 * Templates are named after the messages. The placeholders of those for guests are the first name, the cottage, the
 * arrival, the departure and the link; `hostWhatsapp` in `compose.ts` lists those of the template for the host.
 */
function templateOf(type: WhatsappType, parameters: string[], language: string) {
  const places = whatsappPlaces(parameters).map((text) => ({ type: "text", text }));
  return {
    type: "template",
    template: {
      name: whatsappName(type),
      language: { code: language },
      components: [{ type: "body", parameters: places }],
    },
  };
}

const strip = ({ code: _code, ...outcome }: Outcome & { code?: number }): Outcome => outcome;

/** Cloud API error codes. https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes */
const NOT_ALLOWED = [0, 3, 10, 190, 200, 368, 131_005, 131_031, 131_042, 131_045];
const TOO_MANY = [4, 80_007, 130_429, 131_048];
const TEMPORARY = [1, 2, 131_000, 131_016, 131_056, 131_057, 133_004];

function faultOf(response: Response, body: unknown): Outcome & { code?: number } {
  const { code, message } = errorIn(body);
  const detail = message ? `: ${message}` : "";
  if (code === WINDOW_CLOSED) {
    const reason = "The guest has not written for 24 hours, so only approved templates can be sent.";
    return { ok: false, fault: "permanent", reason, code };
  }
  if (code !== null && TEMPORARY.includes(code)) {
    return {
      ok: false,
      fault: "temporary",
      reason: `WhatsApp postponed it${detail}`,
      waitMs: retryAfterMs(response.headers.get("retry-after")),
    };
  }
  if (response.status === 429 || (code !== null && TOO_MANY.includes(code))) {
    const pauseMs = Math.max(PAUSE_MS.busy, retryAfterMs(response.headers.get("retry-after")));
    return {
      ok: false,
      fault: "channel",
      reason: `WhatsApp accepts no more messages for now${detail}.`,
      pauseMs,
      alertHost: false,
    };
  }
  if (response.status >= 500) return { ok: false, fault: "temporary", reason: `WhatsApp returned an error${detail}` };
  if (response.status === 401 || (code !== null && NOT_ALLOWED.includes(code))) {
    const reason = `WhatsApp rejects our account${detail}. Please check WHATSAPP_TOKEN.`;
    return { ok: false, fault: "channel", reason, pauseMs: PAUSE_MS.refused, alertHost: true };
  }
  const details = code === NOT_IN_THIS_LANGUAGE ? { code } : {};
  return {
    ok: false,
    fault: "permanent",
    ...details,
    reason: `WhatsApp rejected it${detail || ` with status ${response.status}`}`,
  };
}

function unreached(error: unknown): Outcome {
  if (neverArrived(error)) {
    const reason = "WhatsApp cannot be reached.";
    return { ok: false, fault: "channel", reason, pauseMs: PAUSE_MS.unreachable, alertHost: false };
  }
  return {
    ok: false,
    fault: "temporary",
    reason: "The connection to WhatsApp was lost; the message may have been sent.",
  };
}

function errorIn(body: unknown): { code: number | null; message: string } {
  const error = at(body, "error");
  const code = at(error, "code");
  return { code: typeof code === "number" ? code : null, message: text(at(error, "message"))?.slice(0, 300) ?? "" };
}

function idIn(body: unknown): string | null {
  return text(at(list(at(body, "messages"))[0], "id"));
}
