import { bad, type Check, type Finding, good, skipped } from "./finding.ts";

const TIMEOUT_MS = 8000;

type Account = { apiUrl: string; phoneNumberId: string; token: string };

/** Requests our number from the Cloud API, which requires a valid token with access to that number. Sends nothing. */
export function whatsappCheck(account: Account | null): Check {
  return {
    id: "whatsapp",
    title: "WhatsApp",
    look: async () => {
      if (!account) return skipped("Not set up.");
      const response = await fetch(`${account.apiUrl}/${account.phoneNumberId}?fields=display_phone_number`, {
        headers: { authorization: `Bearer ${account.token}` },
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => null);
      if (!response) {
        return bad(
          `${new URL(account.apiUrl).host} does not respond.`,
          "Can this machine reach it? WHATSAPP_API_URL rarely needs changing.",
        );
      }
      const body: unknown = await response.json().catch(() => null);
      return response.ok ? good(`The token is valid for ${numberIn(body)}.`) : faultOf(response.status, body);
    },
  };
}

/** Cloud API error codes. https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes */
const TOKEN_ENDED = 190;
const NO_SUCH_NUMBER = 100;

function faultOf(status: number, body: unknown): Finding {
  const code = inside(inside(body, "error"), "code");
  if (code === TOKEN_ENDED || status === 401) {
    return bad(
      "The token has expired or is not valid.",
      "Create a permanent one in Meta's business settings and set WHATSAPP_TOKEN.",
    );
  }
  if (code === NO_SUCH_NUMBER || status === 404) {
    return bad(
      "This token has no access to a number with that id.",
      "Compare WHATSAPP_PHONE_NUMBER_ID with the id (not the number) that Meta shows.",
    );
  }
  return bad(`The Cloud API returns status ${status}.`, "Check the account's status in Meta's business settings.");
}

function numberIn(body: unknown): string {
  const shown = inside(body, "display_phone_number");
  return typeof shown === "string" ? shown : "the number";
}

function inside(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : null;
}
