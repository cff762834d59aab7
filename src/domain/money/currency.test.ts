import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { LOCALES } from "../language/locales.ts";
import {
  amountFromText,
  amountString,
  centsOf,
  currencies,
  currencyDigits,
  exactMoneyText,
  moneyText,
} from "./currency.ts";
import { MAX_CENTS } from "./money.ts";

test("an amount has as many decimals as its currency", () => {
  expect(amountString(5, "USD")).toBe("0.05");
  expect(amountString(-15_050, "USD")).toBe("-150.50");
  expect(amountString(45_000, "JPY")).toBe("45000");
  expect(amountString(45_000, "KWD")).toBe("45.000");
});

test("the number of decimals does not depend on the runtime", () => {
  // Safari, Firefox and Node with an older ICU may give other numbers for the first four currencies.
  const runtime = vi.spyOn(Intl.NumberFormat.prototype, "resolvedOptions");
  const decimals = ["HUF", "IDR", "COP", "PKR", "JPY", "LKR", "KWD"].map((currency) => currencyDigits(currency));
  expect(decimals).toEqual([0, 0, 0, 0, 0, 2, 3]);
  expect(runtime).not.toHaveBeenCalled();
  runtime.mockRestore();
});

test("an exact amount is shown with all decimals of its currency and no more", () => {
  for (const currency of currencies()) {
    const [, fraction = ""] = /^\D*\d+(?:\.(\d+))?\D*$/.exec(exactMoneyText(1234, currency)) ?? [];
    expect(fraction, currency).toHaveLength(currencyDigits(currency));
  }
});

test("a formatted amount has the currency's symbol", () => {
  expect([exactMoneyText(120_050, "USD"), exactMoneyText(45_000, "USD")]).toEqual(["$1,200.50", "$450.00"]);
  expect([exactMoneyText(45_000, "JPY"), exactMoneyText(45_000, "EUR")]).toEqual(["¥45,000", "€450.00"]);
  expect([moneyText(45_000, "EUR"), moneyText(45_050, "EUR")]).toEqual(["€450", "€450.50"]);
});

test("in every language, the symbol shows which currency it is", () => {
  const shown = (locale: string, ...all: string[]) =>
    all.map((currency) => moneyText(150 * 10 ** currencyDigits(currency), currency, locale).replaceAll(/\s/gu, " "));
  expect(shown("de-DE", "USD", "CAD", "EUR", "LKR")).toEqual(["150 $", "150 CA$", "150 €", "150 LKR"]);
  expect(shown("zh-CN", "USD", "CNY", "JPY")).toEqual(["$150", "¥150", "JP¥150"]);
  for (const locale of Object.values(LOCALES)) {
    const texts = shown(locale, "USD", "CAD", "AUD", "NZD", "MXN", "HKD", "SGD", "JPY", "CNY", "LKR", "INR", "NPR");
    expect(new Set(texts).size, locale).toBe(texts.length);
  }
});

test("amounts are parsed in the forms that people type", () => {
  expect(amountFromText("450", "USD")).toBe(45_000);
  expect(amountFromText(" $1,200.50 ", "USD")).toBe(120_050);
  expect(amountFromText("€0.5", "EUR")).toBe(50);
  expect(amountFromText("149,50", "EUR")).toBe(14_950);
  expect(amountFromText("€ 149,5", "EUR")).toBe(14_950);
  expect(amountFromText("1,200", "EUR")).toBe(120_000);
  // The symbols used in a currency's own country; ￥ is on Japanese keyboards.
  for (const [typed, currency] of [
    ["$5", "ARS"],
    ["₺5", "TRY"],
    ["₽5", "RUB"],
    ["₨5", "LKR"],
    ["$5", "CAD"],
  ] as const)
    expect([currency, amountFromText(typed, currency)]).toEqual([currency, 500]);
  expect(amountFromText("￥5", "JPY")).toBe(5);
  expect(amountFromText("１２，０００", "JPY")).toBe(12_000);
  expect(amountFromText("638000円", "JPY")).toBe(638_000);
  expect(amountFromText("６３８，０００ 円", "JPY")).toBe(638_000);
  expect(amountFromText("450元", "CNY")).toBe(45_000);
  for (const typed of [
    "1.250,50",
    "1.250,50 €",
    "1 250,50",
    "1\u{202f}250,50\u{a0}€",
    "1’250.50",
    "EUR 1250.50",
    "1250,5 EUR",
  ])
    expect([typed, amountFromText(typed, "EUR")]).toEqual([typed, 125_050]);
  expect(amountFromText("1.250.000", "EUR")).toBe(125_000_000);
  expect(amountFromText("1.250,500", "KWD")).toBe(1_250_500);
  expect(amountFromText("1.250", "KWD")).toBe(1250);
  expect(amountFromText("450", "JPY")).toBe(450);
  expect(amountFromText("$450", "CAD")).toBe(45_000);
});

test.each([
  "",
  "-5",
  "4.505",
  "1,200,50",
  "1.200",
  ",50",
  "$5$",
  "450 EUR",
  "638000円",
  "4 50",
  "1e3",
  "NaN",
  "٤٥",
  "12,34,567",
  "€150",
  "£ 150",
])("%j is not a valid amount in dollars", (text) => {
  expect(amountFromText(text, "USD")).toBeNull();
});

test("half a yen is not a valid amount", () => {
  expect(amountFromText("450.5", "JPY")).toBeNull();
});

test("a formatted amount can be parsed again, in every kind of currency", () => {
  const cents = fc.integer({ min: 0, max: MAX_CENTS });
  fc.assert(
    fc.property(cents, fc.constantFrom("USD", "EUR", "JPY", "KWD"), (amount, currency) => {
      expect(amountFromText(amountString(amount, currency), currency)).toBe(amount);
      expect(centsOf(amountString(-amount, currency)) + amount).toBe(0);
    }),
  );
});
