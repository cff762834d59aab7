import { expect, test } from "vitest";
import { STARTING_TEMPLATES } from "./starting-templates.ts";
import { blocksOf, type FieldValues, fill, contentOf, plainText, TEMPLATE_FIELDS, unknownFields } from "./template.ts";

const VALUES = Object.fromEntries(Object.keys(TEMPLATE_FIELDS).map((name) => [name, `<${name}>`])) as FieldValues;

test("every English default text uses only existing fields, and all of them are filled in", () => {
  for (const [type, template] of Object.entries(STARTING_TEMPLATES)) {
    expect(unknownFields(template.subject + template.body), type).toEqual([]);
    expect(plainText(fill(template, VALUES)), type).not.toMatch(/\{/);
  }
});

test("each unknown name in braces is reported once", () => {
  expect(unknownFields("{guestName} {wifi} { password } {wifi} {constructor} {__proto__}")).toEqual([
    "wifi",
    "password",
    "constructor",
    "__proto__",
  ]);
});

test.each([
  "{wifiPassword}",
  "${7*7}",
  "{{7*7}}",
  "<%= 1 %>",
  "{guestName}",
  "{ constructor }",
  "{{constructor.constructor('x')()}}",
])("text typed by a guest is not interpreted: %s", (typed) => {
  const content = fill({ subject: "Dear {guestName}", body: "Dear {guestName}" }, { ...VALUES, guestName: typed });
  expect([content.subject, plainText(content)]).toEqual([`Dear ${typed}`, `Dear ${typed}\n`]);
});

test("a subject is one line whatever the values contain", () => {
  const name = "Eve\r\nBcc: all@example.com\u2028x";
  expect(fill({ subject: "For {guestName}", body: "x" }, { ...VALUES, guestName: name }).subject).toBe(
    "For Eve Bcc: all@example.com x",
  );
  expect(contentOf(name, ["x"], null).subject).toBe("Eve Bcc: all@example.com x");
});

test("a paragraph whose only field is empty is left out, and a link is recognised", () => {
  const content = fill({ subject: "", body: "One\n\n{bookingLink}\n\n{ratingLink}" }, { ...VALUES, ratingLink: "" });
  expect(content.paragraphs).toEqual([[{ text: "One", link: false }], [{ text: "<bookingLink>", link: true }]]);
});

test("a long text field appears in an email as plain text and as HTML, and neither is interpreted as a template again", () => {
  const rich = { text: "- {guestName}", html: "<ul><li>{guestName}</li></ul>" };
  const content = fill({ subject: "{directions}", body: "How: {directions}" }, { directions: rich, guestName: "Ann" });
  expect(content.subject).toBe("- {guestName}");
  expect(plainText(content)).toBe("How: - {guestName}\n");
  const [paragraph = []] = content.paragraphs;
  expect(blocksOf(paragraph)).toEqual([[{ text: "How: ", link: false }], { html: "<ul><li>{guestName}</li></ul>" }]);
});
