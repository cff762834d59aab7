import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MESSAGE_TYPES } from "./message.ts";
import { isSentByWhatsapp, WHATSAPP_TEXTS, whatsappName, whatsappText } from "./whatsapp-template.ts";

test("docs/messages.md lists the wording of our WhatsApp messages, for the host to submit to Meta", () => {
  const guide = readFileSync("docs/messages.md", "utf8");
  const types = MESSAGE_TYPES.filter(isSentByWhatsapp);
  expect(types).toContain("welcome");
  for (const type of types) expect(guide).toContain(`| \`${whatsappName(type)}\` | ${WHATSAPP_TEXTS[type]} |`);
});

test("the value of a placeholder is never interpreted as a placeholder", () => {
  expect(whatsappText("Dear {{1}} of {{2}}", ["{{2}}", "$1"])).toBe("Dear {{2}} of $1");
});
