import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Language, LANGUAGES } from "#domain/language/language.ts";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { writtenDate } from "#domain/calendar/written-date.ts";
import { LOCALES } from "#domain/language/locales.ts";
import { unknownFields } from "#domain/messaging/template.ts";
import { WHATSAPP_TEXTS } from "#domain/messaging/whatsapp-template.ts";
import { DEFAULT_PAYMENT_TERMS } from "#domain/payments/plan.ts";
import type { StayRefusal } from "#domain/pricing/stay-check.ts";
import { ALL_TEXTS } from "#web/app/all-texts.ts";
import { pluralIn } from "./plural.ts";
import { pseudoText, pseudoTexts } from "#server/testing/pseudo-text.ts";
import { sayReason, sayValidation } from "./reason.ts";
import { deadlineIn } from "./deadline.ts";
import { type ServerTexts, textsIn } from "./server-texts.ts";

const OTHERS = LANGUAGES.filter((language) => language !== "en");

type Leaf = { path: string; value: unknown };
function leavesOf(value: unknown, path = ""): Leaf[] {
  if (typeof value !== "object" || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, `${path}/${name}`));
}
const wordsOf = ({ emails, conversation, payments, refusals, validation }: ServerTexts) =>
  leavesOf({ emails, conversation, payments, refusals, validation });
const english = new Map(wordsOf(textsIn("en")).map(({ path, value }) => [path, value]));

describe.each(OTHERS)("%s", (language) => {
  const leaves = wordsOf(textsIn(language));

  test("has a translation of every English string, and no string without parameters is the same as in English", () => {
    expect(leaves.map(({ path }) => path).toSorted()).toEqual([...english.keys()].toSorted());
    const same = leaves.filter(({ path, value }) => typeof value === "string" && value === english.get(path));
    expect(same).toEqual([]);
  });

  test("has the same number of parameters as the English in every string", () => {
    for (const { path, value } of leaves) {
      const model = english.get(path);
      expect([path, typeof value]).toEqual([path, typeof model]);
      if (typeof value === "function" && typeof model === "function")
        expect([path, value.length]).toEqual([path, model.length]);
    }
  });

  test("has the same placeholders as the English in every string outside the message templates", () => {
    const places = (text: unknown) => new Set(String(text).match(/\{\{?\w+\}?\}/g));
    for (const { path, value } of leaves) {
      if (typeof value !== "string" || path.startsWith("/emails/templates")) continue;
      expect([path, places(value)]).toEqual([path, places(english.get(path))]);
    }
  });

  test("has message templates that use only existing fields, and the same ones as in English, apart from the form of the guest's name", () => {
    const fields = (text: string) =>
      new Set(text.match(/\{\w+\}/g)?.map((field) => field.replace("guestFirst", "guest")));
    const { templates } = textsIn(language).emails;
    for (const [type, { subject, body }] of Object.entries(templates)) {
      expect([type, unknownFields(subject + body)]).toEqual([type, []]);
      const model = Object.entries(textsIn("en").emails.templates).find(([name]) => name === type)?.[1];
      expect([type, fields(body)]).toEqual([type, fields((model?.body ?? "").replace("guestFirst", "guest"))]);
      expect([type, fields(subject)]).toEqual([type, fields(model?.subject ?? "")]);
    }
  });
});

describe.each(OTHERS)("the pages' texts in %s", (language) => {
  const model = new Map(leavesOf(ALL_TEXTS.en).map(({ path, value }) => [path, value]));
  const leaves = leavesOf(ALL_TEXTS[language]);

  test("have the same keys and numbers of parameters as the English, and no sentence without parameters is the same as in English", () => {
    expect(leaves.map(({ path }) => path).toSorted()).toEqual([...model.keys()].toSorted());
    const shapes = leaves.map(({ path, value }) => [path, typeof value, typeof value === "function" && value.length]);
    const expected = leaves.map(({ path }) => {
      const value = model.get(path);
      return [path, typeof value, typeof value === "function" && value.length];
    });
    expect(shapes).toEqual(expected);
    // Single words may be the same in both languages: "Menu", "Contact".
    const same = leaves.filter(({ path, value }) => value === model.get(path) && String(value).includes(" "));
    expect(same).toEqual([]);
  });

  test("have the same markup as the English", () => {
    const marks = (value: unknown) => String(value).match(/<\w*>/g)?.toSorted() ?? [];
    const closed = (value: unknown) => String(value).split("</>").length - 1;
    for (const { path, value } of leaves) {
      expect([path, new Set(marks(value))]).toEqual([path, new Set(marks(model.get(path)))]);
      expect([path, closed(value)]).toEqual([path, marks(value).length]);
    }
  });
});

test("plural forms follow the language's own rules", () => {
  const nights = (language: Language) => [1, 2, 5, 21, 22].map(textsIn(language).emails.nights);
  expect(nights("ru")).toEqual(["1 ночь", "2 ночи", "5 ночей", "21 ночь", "22 ночи"]);
  expect(nights("de")).toEqual(["1 Nacht", "2 Nächte", "5 Nächte", "21 Nächte", "22 Nächte"]);
  expect(nights("zh")[0]).toBe("1 晚");
  // In French, zero takes the singular.
  expect(textsIn("fr").emails.nights(0)).toBe("0 nuit");
  expect(pluralIn("es")(1_000_000, { one: "a", other: "b" })).toBe("b");
});

test("dates, times, amounts, weekdays and percentages are formatted as is usual in the language", () => {
  const shown = (language: Language) => {
    const { formats } = textsIn(language);
    return [
      formats.day("2026-12-05"),
      formats.clock("14:00"),
      formats.amount(45_000, "USD"),
      formats.money(45_000, "USD"),
    ];
  };
  expect(shown("en")).toEqual(["Saturday, December 5, 2026", "2:00 PM", "$450.00", "$450"]);
  expect(shown("de")).toEqual(["Samstag, 5. Dezember 2026", "14:00", "450,00\u00a0$", "450\u00a0$"]);
  expect(shown("zh")).toEqual(["2026年12月5日星期六", "14:00", "$450.00", "$450"]);
  expect(textsIn("ru").formats.anyOf([4, 5])).toBe("пятница или суббота");
  expect(textsIn("fr").formats.percent(1050)).toBe("10,5\u00a0%");
});

test.each(OTHERS)("for Intl, the language code %s alone means the same as the full locale", (language) => {
  const whole = (locale: string) => new Intl.Locale(locale).maximize().toString();
  expect(whole(language)).toBe(whole(LOCALES[language]));
});

test("in each language, a sentence that ends with a date has one full stop", () => {
  const earliestArrival = toLocalDate("2026-12-05");
  for (const language of LANGUAGES) {
    const { pay, problems, stay } = ALL_TEXTS[language];
    const date = writtenDate(earliestArrival, LOCALES[language], { dateStyle: "long" });
    const sentences = [
      pay.restOn("A", date),
      pay.stay("N", date, "R"),
      problems.otherDates(stay.refusal({ rule: "notice", earliestArrival })),
    ];
    // The Russian "г." after the year already ends with a full stop.
    expect(sentences.filter((text) => text.includes(".."))).toEqual([]);
  }
});

test("in each language, emails about payments state the amount paid, the deadline in the cottage's time, and the host's note", () => {
  const until = new Date("2026-12-05T08:30:00Z");
  const written = (language: Language, paid = "") => {
    const { formats, payments } = textsIn(language);
    const stay = { checkIn: "2026-12-10", checkOut: "2026-12-12" } as const;
    const facts = { cottage: "XQ", reference: "LK-1", span: formats.span(stay), amount: formats.money(45_000, "USD") };
    return payments.pleasePay(facts, deadlineIn(language, until, "Asia/Colombo"), paid);
  };
  expect(written("en")).toEqual({
    subject: "Please pay to book your stay at XQ, Dec 10, 2026 – Dec 12, 2026",
    lines: [
      "Your stay (Dec 10, 2026 – Dec 12, 2026) is not booked yet. It will be booked once you have paid $450.",
      "We'll hold the nights for you until Dec 5, 2026, 2:00 PM Colombo time. Nothing has been charged so far.",
    ],
  });
  expect(written("en", "$150").lines[1]).toMatch(/ We have received \$150 so far\.$/);
  for (const language of LANGUAGES) {
    const [before, after] = [written(language), written(language, "$150")].map(({ lines }) => lines[1] ?? "");
    expect([before?.includes("$150"), after?.includes("$150")]).toEqual([false, true]);
    // A guest in another time zone needs to know whose time it is.
    expect(before).toContain("Colombo");
  }
  expect(written("de").lines[1]).toContain("bis 05.12.2026, 14:00 Uhr (Ortszeit Colombo) für Sie frei");
  expect(new Set(LANGUAGES.map((language) => written(language).subject)).size).toBe(LANGUAGES.length);
  const facts = { cottage: "XQ", reference: "R", span: "S", amount: "A" };
  for (const language of LANGUAGES) {
    const [link, feeLink] = [false, true].map((isFee) => textsIn(language).payments.link(facts, "For the cot", isFee));
    expect(link?.lines).toContain("For the cot");
    expect(feeLink?.lines[0]).not.toBe(link?.lines[0]);
  }
});

test("the text of a refusal reason contains its parameters", () => {
  const reason = {
    kind: "stay-refused",
    refusal: { rule: "minimum", nights: 3, from: { level: "season", name: "Perahera" } },
  } as const;
  expect(sayReason(textsIn("en").refusals, reason)).toBe("At least 3 nights (Perahera)");
  expect(sayReason(textsIn("de").refusals, reason)).toBe("Mindestens 3 Nächte (Perahera)");
  expect(sayReason(textsIn("ru").refusals, reason)).toBe("Не менее 3 ночей (Perahera)");
  const inGerman = (refusal: StayRefusal) => sayReason(textsIn("de").refusals, { kind: "stay-refused", refusal });
  const forOne = LANGUAGES.map((language) =>
    sayReason(textsIn(language).refusals, { kind: "stay-refused", refusal: { rule: "guests", sleeps: 1 } }),
  );
  expect(forOne.toSorted()).toEqual([
    "Das Haus bietet Platz für höchstens 1 Gast",
    "La casa admite un máximo de 1 huésped",
    "La maison accueille 1 personne au maximum",
    "Maximum 1 guest allowed for cottage booking",
    "Максимальное число гостей в доме: 1",
    "本别墅最多可住 1 位客人",
  ]);
  expect(inGerman({ rule: "arrival-day", days: [4, 5], from: reason.refusal.from })).toBe(
    "Anreise nur am Freitag oder Samstag möglich (Perahera)",
  );
  expect(sayReason(textsIn("en").refusals, { kind: "too-many-tries", seconds: 100 })).toContain(
    "Please wait 2 minutes",
  );
  expect(sayReason(textsIn("en").refusals, { kind: "too-many-tries", seconds: 1 })).toContain("Please wait 1 second ");
  expect(sayReason(textsIn("zh").refusals, { kind: "too-many-tries", seconds: 5 })).toContain("5 秒");
});

test("a translated validation message keeps its number; one that guests never see becomes a general message", () => {
  const { validation } = textsIn("de");
  expect(sayValidation(validation, "Maximum 6 guests allowed for cottage booking")).toContain("höchstens 6 Gäste");
  expect(sayValidation(validation, "Use at most 80 characters")).toBe("Höchstens 80 Zeichen sind möglich");
  expect(sayValidation(validation, "Enter the price of a night")).toBe("Bitte prüfen Sie diese Angabe");
});

test.each(LANGUAGES)("in %s, a sentence that ends with a date has only one full stop", (language) => {
  const { emails, payments, formats } = textsIn(language);
  const [checkIn, checkOut] = [toLocalDate("2027-03-05"), toLocalDate("2027-03-06")];
  const [day, span] = [formats.day(checkIn), formats.span({ checkIn, checkOut })];
  const facts = { cottage: "Kitul Hill Cottage", span, reference: "LK-7F3KQ9X2", amount: "$450" };
  const mails = [payments.dueOn(facts, day), payments.overdue(facts, day), payments.lastWarning(facts, day, day)];
  const texts = [emails.changeDeclined.text(span, span), emails.changeReplaced.text(span, span), emails.shownFrom(day)];
  for (const text of [...texts, ...mails.flatMap(({ subject, lines }) => [subject, ...lines])])
    expect(text).not.toContain("..");
});

test("in Chinese, percentages are shares of the total, and only a fee for a number of nights is called room charges", () => {
  const { house } = textsIn("zh");
  const { policy } = ALL_TEXTS.zh.terms;
  const cancellation = [
    { fromHoursBefore: 72, percent: 5000 },
    { fromHoursBefore: 48, percent: 10_000 },
    { fromHoursBefore: 24, nights: 2 },
  ];
  expect(house.cancellation({ cancellation }).cancellation).toMatch(/总价的 50%.+总价全额.+2 晚的房费/);
  expect(house.payNote({ ...DEFAULT_PAYMENT_TERMS, firstPart: "percent" }, "")).toContain("总价的 30%");
  expect([policy.percent(5000), policy.wholePrice]).toEqual(["总价的 50%", "总价全额"]);
});

test.each([
  ["fr", "la première nuit à la réservation", "les 2 premières nuits à la réservation"],
  ["es", "Al reservar paga la primera noche y,", "Al reservar paga las 2 primeras noches y,"],
] as const)("in %s, the note about payment says that the first nights are paid at booking", (language, one, two) => {
  const note = (firstNights: number) =>
    textsIn(language).house.payNote({ ...DEFAULT_PAYMENT_TERMS, firstPart: "nights", firstNights }, "");
  expect([note(1), note(2)]).toEqual([expect.stringContaining(one), expect.stringContaining(two)]);
});

test("the pseudo-language leaves only the host's words, fields and API paths in plain letters", () => {
  expect(pseudoText("Hi {guestName}")).toBe("⟦Ĥî {guestName}······⟧");
  expect(pseudoText("")).toBe("");
  const texts = pseudoTexts(textsIn("en"));
  expect(texts.emails.callUs("+94 Kandy")).toMatch(/^⟦[^a-z]+\+94 Kandy·+⟧$/);
  const line = {
    kind: "tax",
    name: "Tourism tax",
    per: "stay",
    percent: 1000,
    quantity: 1,
    unitCents: 1,
    amountCents: 1,
  } as const;
  expect(texts.priceLines.text(line, "USD")).toContain("Tourism tax");
  const plain = wordsOf(texts).filter(
    ({ value }) => typeof value === "string" && /[A-Za-z]{3,}/.test(value.replaceAll(/\{\{?\w+\}?\}|\/api\/\S+/g, "")),
  );
  expect(plain).toEqual([]);
});

test("French text has a narrow no-break space, and no other space, before ; : ? ! and inside « »", () => {
  const folder = "src/texts/fr";
  const found: string[] = [];
  for (const file of readdirSync(folder)) {
    const literals = readFileSync(`${folder}/${file}`, "utf8").match(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
    expect(literals.length).toBeGreaterThan(1);
    for (const literal of literals) {
      // A space and a quotation mark after the match belong to the code around a nested literal.
      const text = literal.replaceAll(/\$\{[^{}]*\}/g, "X");
      const wrong =
        /[\p{L}\p{N})}»][ \u00a0]+[;:?!»](?! ["`])|[\p{L})}][;?!»]|[\p{L})}]:(?=\s(?!`)|$)|«(?!\u202f)/u.exec(text);
      if (wrong) found.push(`${file}: ${text.slice(Math.max(0, wrong.index - 30), wrong.index + 20)}`);
    }
  }
  expect(found).toEqual([]);
});

test("docs/messages.md has the translated wording of the WhatsApp messages that the host submits to Meta", () => {
  const guide = readFileSync("docs/messages.md", "utf8");
  for (const language of LANGUAGES.filter((one) => one !== "en")) {
    for (const [type, text] of Object.entries(textsIn(language).emails.whatsapp)) {
      expect(guide).toContain(`| \`latchkey_${type}\` | ${text} |`);
    }
  }
});

test("no WhatsApp template begins or ends with a placeholder or has two in a row: Meta rejects such templates", () => {
  const translated = LANGUAGES.filter((one) => one !== "en").map((one) => textsIn(one).emails.whatsapp);
  for (const texts of [WHATSAPP_TEXTS, ...translated]) {
    for (const text of Object.values(texts)) {
      expect(text).not.toMatch(/^[^\p{L}]*\{\{|\}\}[^\p{L}]*$|\}\}\s*\{\{/u);
    }
  }
});

test.each(LANGUAGES)(
  "in %s, the terms give no number of days for a balance that is due on the day of arrival",
  (language) => {
    const { firstPercent, firstNights } = ALL_TEXTS[language].terms;
    for (const text of [firstPercent(3000, 0), firstNights(1, 0)]) expect(text).not.toMatch(/(?<!\d)0/);
    expect(firstPercent(3000, 14)).toContain("14");
  },
);
