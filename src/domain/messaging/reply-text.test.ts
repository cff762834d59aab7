import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { replyText, textOfHtml } from "./reply-text.ts";
import { startProcessorTimer } from "#server/testing/processor-time.ts";

const OURS = "stay@cottage.example";
const reply = (...lines: string[]) => replyText(lines.join("\r\n"), OURS);

describe("only the new text of a reply is kept", () => {
  test("quoted text in several languages is recognised by our email address", () => {
    for (const announced of [
      "On Sat, Nov 21, 2026 at 11:30 AM Kitul Hill Cottage <stay@cottage.example> wrote:",
      "Am Sa., 21. Nov. 2026 um 11:30 Uhr schrieb Kitul Hill Cottage <stay@cottage.example>:",
      "Le sam. 21 nov. 2026 à 11:30, Kitul Hill Cottage <stay@cottage.example> a écrit :",
      "сб, 21 нояб. 2026 г. в 11:30, Kitul Hill Cottage <stay@cottage.example>:",
      "Kitul Hill Cottage <stay@cottage.example> 于2026年11月21日周六 11:30写道：",
    ]) {
      expect([announced, reply("We come at 5.", "", announced, "", "> Hello", "> again")]).toEqual([
        announced,
        "We come at 5.",
      ]);
    }
  });

  test("the attribution above the quoted text may span several lines", () => {
    const lines = ["Yes", "", "On Sat, Nov 21, 2026 at 11:30 AM Kitul Hill Cottage <", "stay@cottage.example> wrote:"];
    expect(reply(...lines, "> Hello")).toBe("Yes");
  });

  test("answers below and between quoted lines are kept", () => {
    const lines = ["On 21.11.26 11:30, Kitul Hill Cottage wrote <stay@cottage.example>:", "> When?", "At 5.", "> Who?"];
    expect(reply(...lines, "Two of us.", "-- ", "Ann")).toBe("At 5.\nTwo of us.");
  });

  test("the reply ends where Outlook's message headers begin", () => {
    const headers = ["From: Kitul Hill Cottage <stay@cottage.example>", "Sent: Saturday", "To: Ann", "Subject: Stay"];
    expect(reply("Yes, please.", "", "________________________________", ...headers, "", "Old text")).toBe(
      "Yes, please.",
    );
  });

  test("lists, times and colons in the guest's own text are kept", () => {
    const own = "We need:\n- a cot: yes\n- milk\nArriving: 17:00\nDeparture: Sunday\nOn 12:30 we call:\n\nAnn";
    expect(replyText(own, OURS)).toBe(own);
  });

  test("signatures that phones and mail apps add are removed", () => {
    for (const added of [
      "Sent from my iPhone",
      "Von meinem iPhone gesendet",
      "Gesendet mit der GMX Mail App",
      "发自我的iPhone",
    ])
      expect([added, reply("Yes", "", added)]).toEqual([added, "Yes"]);
  });

  test("an entirely quoted reply is empty", () => expect(reply("> Hello", "> again")).toBe(""));
});

test("the text of an HTML email is extracted without the quoted message", () => {
  expect(
    textOfHtml(
      '<html><head><style>p{}</style></head><body><p>Caf&eacute;? 5 &lt; 6&nbsp;&amp;&#33;</p><p>Second</p><blockquote type="cite">Old</blockquote></body>',
    ),
  ).toBe("Café? 5 < 6 &!\nSecond");
});

test("any text is processed quickly, and the result contains nothing new", () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom("", "> x", "a:", "On 2026 11:30 wrote:", `From: <${OURS}>`, "-- "),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const text = lines.join("\n").replaceAll("\u00a0", " ");
      for (const kept of replyText(text, OURS).split("\n")) expect(text).toContain(kept);
    }),
  );
  const usedMs = startProcessorTimer();
  replyText(`${"a: ".repeat(20_000)}\n${"> \n".repeat(20_000)}${"_".repeat(50_000)}`, OURS);
  for (const bit of ["<", "<p ", "<style>", "&#", " ", "<div class="]) textOfHtml(bit.repeat(50_000));
  replyText(" ".repeat(100_000) + "\n>", OURS);
  expect(usedMs()).toBeLessThan(2000);
});

test("named character entities are decoded", () => {
  expect(
    textOfHtml("<p>Gr&uuml;&szlig;e &amp; &laquo;caf&eacute;&raquo; &ndash; &Auml;rger &yuml; &sup2; &nope;</p>"),
  ).toBe("Grüße & «café» – Ärger ÿ ² &nope;");
  expect(textOfHtml("Yes<div>and no</div>")).toBe("Yes\nand no");
});
