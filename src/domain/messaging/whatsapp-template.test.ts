import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MESSAGE_TYPES } from "./message.ts";
import { goesByWhatsapp, WHATSAPP_TEXTS, whatsappName, whatsappText } from "./whatsapp-template.ts";

test("the texts that the host submits to Meta are those that we show", () => {
  const guide = readFileSync("docs/messages.md", "utf8");
  const types = MESSAGE_TYPES.filter(goesByWhatsapp);
  expect(types).toContain("welcome");
  for (const type of types) expect(guide).toContain(`| \`${whatsappName(type)}\` | ${WHATSAPP_TEXTS[type]} |`);
});

test("a placeholder's value is never read as a placeholder", () => {
  expect(whatsappText("Dear {{1}} of {{2}}", ["{{2}}", "$1"])).toBe("Dear {{2}} of $1");
});
