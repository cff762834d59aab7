import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { MESSAGE_TYPES } from "#domain/messaging/message.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "#domain/language/language.ts";
import { isSentByWhatsapp, WHATSAPP_TEXTS, whatsappName, whatsappText } from "#domain/messaging/whatsapp-template.ts";
import { textsIn } from "#texts/server-texts.ts";

export type SimulatedWhatsappMessage = { id: string; to: string; type: string; text: string; ours: string };
/**
 * The error that the server returns instead of accepting a message. `types` limits the error to messages of these
 * types.
 */
export type SimulatedWhatsappFault = {
  status: number;
  code?: number;
  message?: string;
  headers?: Record<string, string>;
  types?: string[];
};

export type SimulatedWhatsappError = { code: number; title: string };

export type SimulatedWhatsapp = {
  apiUrl: string;
  messages: SimulatedWhatsappMessage[];
  close: () => Promise<void>;
};

type Options = {
  phoneNumberId: string;
  token: string;
  appSecret: string;
  /** The URL of the webhook for reports; null if there is no webhook. */
  webhook: () => string | null;
  /** Meta's codes for the languages with approved templates; all languages by default. */
  approved?: readonly string[];
  fault?: (message: SimulatedWhatsappMessage) => SimulatedWhatsappFault | null;
  taken?: (message: SimulatedWhatsappMessage) => Promise<void>;
  /** Whether the server closes the connection after accepting a message, instead of responding. */
  losesResponse?: () => boolean;
  /** The error with which the server reports that it cannot deliver a message that it has accepted. */
  undeliverable?: (message: SimulatedWhatsappMessage) => SimulatedWhatsappError | null;
};

/**
 * Simulates WhatsApp's Cloud API on this machine, for the demo, development and tests. It accepts messages as Meta
 * does, and reports their delivery through signed webhooks. Nothing leaves the machine.
 */
export async function startSimulatedWhatsapp(options: Options): Promise<SimulatedWhatsapp> {
  const messages: SimulatedWhatsappMessage[] = [];
  const server = createServer((request, response) => {
    respond(request, response, options, messages).catch(() => response.writeHead(500).end());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    apiUrl: `http://127.0.0.1:${port}/v23.0`,
    messages,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  options: Options,
  messages: SimulatedWhatsappMessage[],
): Promise<void> {
  const send = (status: number, body: object, headers: Record<string, string> = {}) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  const error = (status: number, code: number, message: string, headers?: Record<string, string>) =>
    send(status, { error: { message, type: "OAuthException", code, fbtrace_id: "simulated" } }, headers);

  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  if (request.headers.authorization !== `Bearer ${options.token}`)
    return void error(401, 190, "Invalid OAuth access token.");
  if (request.method === "GET" && request.url?.split("?")[0] === `/v23.0/${options.phoneNumberId}`)
    return void send(200, { id: options.phoneNumberId, display_phone_number: "+94 77 000 0000" });
  if (request.method !== "POST" || request.url !== `/v23.0/${options.phoneNumberId}/messages`) {
    return void error(404, 100, "Unsupported post request.");
  }
  const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  if (body.messaging_product !== "whatsapp" || !/^\d{6,15}$/.test(body.to ?? "")) {
    return void error(400, 100, "(#100) Invalid parameter");
  }
  const text = body.type === "template" ? inWords(body.template, options.approved) : String(body.text.body);
  if (typeof text !== "string") return void error(400, text.code, text.message);
  const message: SimulatedWhatsappMessage = {
    id: `wamid.${randomBytes(12).toString("base64url")}`,
    to: `+${body.to}`,
    type: body.type,
    text,
    ours: body.biz_opaque_callback_data ?? "",
  };
  const fault = options.fault?.(message);
  if (fault && (fault.types?.includes(message.type) ?? true))
    return void error(fault.status, fault.code ?? 0, fault.message ?? "Refused", fault.headers);
  messages.push(message);
  await options.taken?.(message);
  if (options.losesResponse?.()) response.destroy();
  else
    send(200, {
      messaging_product: "whatsapp",
      contacts: [{ input: body.to, wa_id: body.to }],
      messages: [{ id: message.id, message_status: "accepted" }],
    });
  const undeliverable = options.undeliverable?.(message);
  if (undeliverable) void report(options, message, "failed", undeliverable);
  else for (const status of ["sent", "delivered"]) void report(options, message, status);
}

/** Sends one signed report, as Meta does. Returns the status code of the response, or 0 if there was no response. */
export async function report(
  { webhook, appSecret }: Pick<Options, "webhook" | "appSecret">,
  message: Pick<SimulatedWhatsappMessage, "id" | "to" | "ours">,
  status: string,
  error?: SimulatedWhatsappError,
): Promise<number> {
  const url = webhook();
  if (!url) return 0;
  const recipient_id = message.to.replace(/^\+/, "");
  const errors = error && [{ ...error, message: error.title }];
  const about = { id: message.id, recipient_id, biz_opaque_callback_data: message.ours };
  const statusReport = { ...about, status, timestamp: "1", errors };
  const body = JSON.stringify({
    object: "whatsapp_business_account",
    entry: [
      { id: "0", changes: [{ field: "messages", value: { messaging_product: "whatsapp", statuses: [statusReport] } }] },
    ],
  });
  const signature = createHmac("sha256", appSecret).update(body).digest("hex");
  const headers = { "content-type": "application/json", "x-hub-signature-256": `sha256=${signature}` };
  return fetch(url, { method: "POST", redirect: "manual", headers, body }).then(
    ({ status: code }) => code,
    () => 0,
  );
}

type Template = { name: string; language: { code: string }; components: { parameters: { text: string }[] }[] };

/** Like Meta, rejects templates that are not approved and messages with the wrong number of placeholder values. */
function inWords(
  { name, language, components }: Template,
  approved: readonly string[] | undefined,
): string | { code: number; message: string } {
  const type = MESSAGE_TYPES.filter(isSentByWhatsapp).find((known) => whatsappName(known) === name);
  if (!type || (approved && !approved.includes(language.code)))
    return { code: 132_001, message: "Template name does not exist in the translation" };
  const places = components.flatMap(({ parameters }) => parameters.map(({ text }) => text));
  const spoken = LANGUAGES.find((known) => language.code.startsWith(known)) ?? DEFAULT_LANGUAGE;
  const text = type === "host_notice" ? WHATSAPP_TEXTS[type] : textsIn(spoken).emails.whatsapp[type];
  const placeholders = new Set(text.match(/\{\{\d\}\}/g)).size;
  if (places.length !== placeholders || places.includes("")) {
    return { code: 132_000, message: "Number of parameters does not match the expected number of params" };
  }
  return `Template ${name}\n${whatsappText(text, places)}`;
}
