import { resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadBuiltSite } from "../http/built-site.ts";
import { engines } from "../testing/engines.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

const site = await loadBuiltSite(resolve("dist"));

describe.each(engines)("the terms on %s", (engine) => {
  let server: TestApp;
  let cookie: string;
  beforeAll(async () => {
    server = await startTestApp(engine, { site, config: { localBank: true } });
    await server.app.start();
    cookie = await server.signIn();
  });
  afterAll(() => server.close());

  const terms = async () => (await server.send("GET", "/api/terms")).json;
  const settings = async (change: object) => {
    const { json } = await server.send("GET", "/api/admin/settings", undefined, { cookie });
    const saved = await server.send("PUT", "/api/admin/settings", { ...change, version: json.version }, { cookie });
    expect(saved.status, saved.text).toBe(200);
  };
  const content = (fields: object) => server.send("PUT", "/api/admin/content/property", fields, { cookie });
  beforeEach(async () => {
    await content({ terms: "", cancellationTerms: "" });
    await settings({ paymentMode: "required", firstPart: "all", firstPercent: 30, bookingMode: "instant" });
  });

  test("P-45: are derived from prices and settings if the host writes none", async () => {
    expect(await terms()).toEqual({
      termsHtml: "",
      termsLanguage: "en",
      cancellationHtml: "",
      cancellationLanguage: "en",
      booking: { mode: "instant", answerHours: 24 },
      payment: {
        provider: "the simulated bank",
        required: true,
        firstPart: "all",
        firstPercent: 30,
        firstNights: 1,
        balanceDays: 30,
        payHours: 24,
        cancelUnpaid: false,
      },
      cancellation: [{ fromHoursBefore: 48, nights: 1 }],
      policyAnew: false,
    });
    await settings({ paymentMode: "offered", firstPart: "percent", firstPercent: 40, bookingMode: "request" });
    expect(await terms()).toMatchObject({
      booking: { mode: "request" },
      payment: { required: false, firstPart: "percent", firstPercent: 40 },
    });
    const site = (await server.send("GET", "/api/site")).json;
    expect([site.payNote, site.payInFull.note]).toEqual([
      "You send us a request first, without paying, and we answer within 24 hours. You pay 40% when you book and the rest 30 days before arrival.",
      "You send us a request first, without paying, and we answer within 24 hours. You pay the full price when you book.",
    ]);
    await settings({ firstPart: "all", bookingMode: "instant" });
    const anyTime = (await server.send("GET", "/api/site")).json;
    expect([anyTime.payNote, anyTime.payInFull]).toEqual([
      "Nothing to pay now. You can pay online after you book.",
      undefined,
    ]);
    await settings({ paymentMode: "off" });
    expect((await terms()).payment).toBeNull();
  });

  test("P-45: the host can write terms and undo the change, and no script in them is rendered", async () => {
    const saved = await content({
      terms: "**No pets.** <script>alert(1)</script>",
      cancellationTerms: "Ask us about [insurance](https://insurance.example).",
    });
    expect(saved.status, saved.text).toBe(200);
    const { termsHtml, cancellationHtml } = await terms();
    expect(termsHtml).toContain("<strong>No pets.</strong>");
    expect(termsHtml).not.toContain("<script");
    expect(cancellationHtml).toContain('href="https://insurance.example"');
    const undone = await server.send("POST", `/api/admin/content/changes/${saved.json.changeId}/undo`, {}, { cookie });
    expect(undone.status, undone.text).toBe(200);
    expect((await terms()).termsHtml).toBe("");
  });

  test("P-45: the cancellation page promises a full refund if we cancel; if the settings allow it, an unpaid balance is an exception", async () => {
    const promise = "If we have to cancel your stay, we refund everything that you have paid.";
    const otherwise = "If we have to cancel your stay for any other reason, we refund everything that you have paid.";
    const exception = "we cancel your stay, and the cancellation policy applies.";
    const page = async () => {
      const { text } = await server.send("GET", "/cancellation");
      return [promise, exception, otherwise].map((words) => text.includes(words));
    };
    await settings({ firstPart: "percent", cancelUnpaid: true });
    expect(await page()).toEqual([false, true, true]);
    await settings({ cancelUnpaid: false });
    expect(await page()).toEqual([true, false, false]);
    // Without a balance that is due later, nothing can be overdue.
    await settings({ firstPart: "all", cancelUnpaid: true });
    expect(await page()).toEqual([true, false, false]);
    await settings({ cancelUnpaid: false });
  });

  test("the cancellation page says that a booking keeps its conditions and, if the settings say so, that a change of dates replaces them", async () => {
    const kept = "A booking keeps the conditions that applied when it was made.";
    const replaced = "If you change its dates while cancelling is still free,";
    const page = async () => {
      const { text } = await server.send("GET", "/cancellation");
      return [text.includes(kept), text.includes(replaced)];
    };
    expect(await page()).toEqual([true, false]);
    await settings({ policyAnew: true });
    expect(await page()).toEqual([true, true]);
    await settings({ policyAnew: false });
  });

  test("L-07: the host's own terms are shown in the guest's language, or marked as English if the translation is missing or outdated", async () => {
    const { wordsIn } = (await server.send("GET", "/api/admin/content/property", undefined, { cookie })).json;
    const long = "Bitte keine Haustiere. ".repeat(500).trim();
    const german = (of: string, text: string) => ({ de: { of, text } });
    const saved = await content({
      terms: "No pets.",
      cancellationTerms: "Ask us about insurance.",
      wordsIn: {
        terms: german("No pets.", long),
        cancellationTerms: german("Ask us about insurance.", "Fragen Sie uns nach einer Versicherung."),
      },
    });
    expect(saved.status, saved.text).toBe(200);
    const shows = async (path: string, language: string, text: string) => {
      const found = async () => {
        const [, html] =
          new RegExp(`<div lang="${language}"[^>]*><p>(.*?)</p>`).exec((await server.send("GET", path)).text) ?? [];
        return html === text;
      };
      await expect.poll(found).toBe(true);
    };
    await shows("/de/terms", "de", long);
    await shows("/de/cancellation", "de", "Fragen Sie uns nach einer Versicherung.");
    await shows("/fr/terms", "en", "No pets.");
    await content({ terms: "No pets and no parties." });
    await shows("/de/terms", "en", "No pets and no parties.");
    await content({ wordsIn });
  });

  test("P-10: the data that every page loads does not contain the text of the terms", async () => {
    await content({ terms: "A sentence that is nowhere else.", cancellationTerms: "This is nowhere else either." });
    for (const language of ["en", "de"]) {
      const site = await server.send("GET", "/api/site", undefined, { "x-latchkey-language": language });
      expect(site.text).not.toContain("nowhere else");
    }
  });
});
