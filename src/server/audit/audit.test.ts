import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { createAuditModule } from "./module.ts";

describe.each(engines)("the audit log on %s", (engine) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(engine);
  });
  afterAll(() => server.close());

  const action = { actor: "host", act: "Changed a thing", subject: "Thing" };
  const page = async (cookie: string, query = "") =>
    (await server.send("GET", `/api/admin/audit${query}`, undefined, { cookie })).json;

  test("an entry is stored if and only if its action is committed", async () => {
    const { record } = createAuditModule({ db: server.db, clock: server.clock });
    const refused = server.db.transaction().execute(async (trx) => {
      await record({ ...action, act: "Never happened" }, trx);
      throw new Error("refused");
    });
    await expect(refused).rejects.toThrow("refused");
    await server.db.transaction().execute((trx) => record({ ...action, act: "Happened" }, trx));
    const acts = (await page(await server.signIn())).entries.map(({ act }: { act: string }) => act);
    expect(acts).toContain("Happened");
    expect(acts).not.toContain("Never happened");
  });

  test("an entry contains changed values, hides secrets and leaves out unchanged values", async () => {
    const { record } = createAuditModule({ db: server.db, clock: server.clock });
    await record({
      ...action,
      before: { name: "A", wifiPassword: "old-word", same: 1, feeds: [{ secretToken: "t0ken" }] },
      after: { name: "B", wifiPassword: "new-word", same: 1, feeds: [], passkey: "Phone", passkeySecret: "k3y" },
    });
    const [entry] = (await page(await server.signIn())).entries.slice(1);
    const none = { passkey: null, passkeySecret: null };
    expect(entry.before).toEqual({
      name: "A",
      wifiPassword: "(hidden)",
      feeds: [{ secretToken: "(hidden)" }],
      ...none,
    });
    // A passkey's entry contains only its name.
    const after = { passkey: "Phone", passkeySecret: "(hidden)" };
    expect(entry.after).toEqual({ name: "B", wifiPassword: "(hidden)", feeds: [], ...after });
  });

  test("an entry states amounts in their currency; an amount without a currency is refused", async () => {
    const { record } = createAuditModule({ db: server.db, clock: server.clock });
    const values = {
      totalCents: 120_050,
      feeCents: null,
      lines: [{ unitCents: -3000 }],
      fact: { currency: "JPY", dueCents: 4000 },
    };
    await record({ ...action, currency: "USD", after: values });
    const [entry] = (await page(await server.signIn())).entries.slice(1);
    const fact = { currency: "JPY", due: "¥4,000" };
    expect(entry.after).toEqual({ total: "$1,200.50", fee: null, lines: [{ unit: "-$30" }], fact });
    await expect(record({ ...action, after: values })).rejects.toThrow("totalCents");
  });

  test("no entry can be deleted or rewritten; only its values can be removed, as when a guest's data is erased", async () => {
    const { record } = createAuditModule({ db: server.db, clock: server.clock });
    await record({ ...action, after: { notes: "Ann is allergic to nuts" } });
    const log = server.db.updateTable("audit_entry").where("act", "=", action.act);
    await expect(server.db.deleteFrom("audit_entry").execute()).rejects.toThrow("keeps every entry");
    await expect(log.set({ actor: "somebody else" }).execute()).rejects.toThrow("never rewritten");
    await expect(log.set({ after_value: "{}" }).execute()).rejects.toThrow("never rewritten");
    await log.set({ before_value: null, after_value: null }).execute();
    const { entries } = await page(await server.signIn());
    expect(entries.find((entry: { act: string }) => entry.act === action.act)).toMatchObject({
      ...action,
      after: null,
    });
  });

  test("paging shows each entry once, newest first", async () => {
    const { record } = createAuditModule({ db: server.db, clock: server.clock });
    for (let n = 0; n < 120; n++) await record({ ...action, subject: `Thing ${n}` });
    const cookie = await server.signIn();
    const ids: number[] = [];
    let next: number | null = null;
    do {
      const listed: { entries: { id: number }[]; next: number | null } = await page(
        cookie,
        next ? `?olderThan=${next}` : "",
      );
      ids.push(...listed.entries.map((entry) => entry.id));
      next = listed.next;
    } while (next !== null);
    expect(ids.length).toBeGreaterThan(120);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
  });
});
