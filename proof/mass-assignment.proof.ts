/**
 * R06: makes every state-changing call with valid input, plus every field of every table that the call does not accept, in both
 * spellings. None of the extra fields may be stored or break the call.
 */
import { globSync } from "node:fs";
import { resolve } from "node:path";
import { sql } from "kysely";
import type { Db } from "#server/database/connect.ts";
import type { Engine } from "#server/database/dialect.ts";
import { tablesOf } from "#server/database/tables.ts";
import { engines } from "#server/testing/engines.ts";
import { bookStay, GUEST, stayBody } from "#server/testing/given.ts";
import { openMailbox } from "#server/testing/mailbox.ts";
import { startPlatforms } from "#server/testing/platforms.ts";
import { cookieOf, startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { HOST_ACTS, type HostAct, openFixture } from "./support/host-acts.ts";
import { prove } from "./support/proof.ts";

const WORD = "canary-that-nobody-asked-for";
const NUMBER = 987_654_321;

type Call = { method: string; path: RegExp; takes: Set<string> };

/** The names of all fields in a schema, at any depth: the fields that a call accepts. */
function fieldsOf(schema: unknown, into = new Set<string>(), seen = new Set<unknown>()): Set<string> {
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return into;
  seen.add(schema);
  if ("shape" in schema && typeof schema.shape === "object" && schema.shape) {
    for (const [name, field] of Object.entries(schema.shape)) fieldsOf(field, into.add(name), seen);
  }
  for (const part of ["_zod", "def", "in", "out", "innerType", "element", "options", "items"]) {
    const value: unknown = Object.entries(schema).find(([name]) => name === part)?.[1] ?? Reflect.get(schema, part);
    for (const one of Array.isArray(value) ? value : [value]) fieldsOf(one, into, seen);
  }
  return into;
}

async function callsOfTheContract(): Promise<Call[]> {
  const calls: Call[] = [];
  for (const file of globSync("src/contract/*.ts")) {
    const module: Record<string, unknown> = await import(resolve(file));
    for (const call of Object.values(module)) {
      if (typeof call !== "object" || call === null || !("path" in call && "method" in call)) continue;
      const path = new RegExp(`^${String(call.path).replace(/:\w+/g, "[^/?]+")}(?:\\?|$)`);
      calls.push({ method: String(call.method), path, takes: fieldsOf("body" in call ? call.body : null) });
    }
  }
  return calls;
}

const camel = (name: string) => name.replace(/_(\w)/g, (_all, character: string) => character.toUpperCase());

/** The body with all foreign fields added to each of its objects. */
function loaded(body: unknown, names: string[]): unknown {
  if (Array.isArray(body)) return body.map((one) => loaded(one, names));
  if (typeof body !== "object" || body === null) return body;
  const own = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, loaded(value, names)]));
  const foreign = names.filter((name) => !(name in own));
  return { ...Object.fromEntries(foreign.map((name, at) => [name, at % 2 ? WORD : NUMBER])), ...own };
}

async function everything(db: Db, engine: Engine): Promise<string> {
  const rows: unknown[] = [];
  for (const { name } of await tablesOf(db, engine))
    rows.push((await sql`select * from ${sql.table(name)}`.execute(db)).rows);
  return JSON.stringify(rows);
}
const tracesIn = (text: string) => text.split(WORD).length + text.split(String(NUMBER)).length - 2;

/** The guests' calls; the host's calls come from the audit log proof. */
function guestActs(): HostAct[] {
  const own = async (server: TestApp, checkInDate: string, checkOutDate: string) => {
    const booked = await bookStay(server, { checkInDate, checkOutDate });
    return { id: String(booked.json.id), cookie: cookieOf(booked) };
  };
  return [
    {
      route: "POST /api/bookings",
      act: ({ server }) => bookStay(server, { checkInDate: "2028-01-01", checkOutDate: "2028-01-03" }),
    },
    {
      route: "PUT /api/bookings/:bookingId/stay",
      act: async ({ server }) => {
        const { id, cookie } = await own(server, "2028-02-01", "2028-02-03");
        const wanted = { checkInDate: "2028-02-05", checkOutDate: "2028-02-08", guestCount: 3 };
        return server.send("PUT", `/api/bookings/${id}/stay`, { ...wanted, expectedTotal: "450.00" }, { cookie });
      },
    },
    {
      route: "POST /api/bookings/:bookingId/cancel",
      act: async ({ server }) => {
        const { id, cookie } = await own(server, "2028-03-01", "2028-03-03");
        return server.send("POST", `/api/bookings/${id}/cancel`, { expectedFee: "0.00" }, { cookie });
      },
    },
  ];
}

for (const engine of engines) {
  await prove(
    {
      id: "R06",
      what: "Mass assignment",
      aim: "every field of every table sent to every call: 0 stored, 0 calls broken",
    },
    engine,
    async () => {
      const [box, platforms, calls] = [await openMailbox(), await startPlatforms(), await callsOfTheContract()];
      const real = await startTestApp(engine, {
        platforms: platforms.reach,
        config: { mail: { smtpUrl: box.url, from: { address: "stay@cottage.example" } } },
      });
      const tables = await (async () => {
        const fixture = await openFixture(real, platforms);
        const known = await tablesOf(fixture.db, engine);
        await fixture.close();
        return known;
      })();
      const columns = [...new Set(tables.flatMap(({ columns: all }) => all.map(({ name }) => name)))];
      const spellings = [...new Set(columns.flatMap((name) => [name, camel(name)]))];
      let bodies = 0;
      let fields = 0;
      let last: Record<string, unknown> = {};
      const server: TestApp = {
        ...real,
        send: (method, path, body, headers) => {
          const call = calls.find((one) => one.method === method && one.path.test(path));
          if (!call || typeof body !== "object" || body === null) return real.send(method, path, body, headers);
          const foreign = spellings.filter((name) => !call.takes.has(name));
          const sent = loaded(body, foreign);
          bodies += 1;
          fields += foreign.length;
          if (!Array.isArray(sent)) last = Object.fromEntries(Object.entries(sent ?? {}));
          return real.send(method, path, sent, headers);
        },
      };
      const fixture = await openFixture(server, platforms);
      const broken: string[] = [];
      for (const { route, act } of [...HOST_ACTS, ...guestActs()]) {
        const answer = await act(fixture).catch((error: unknown) => ({ status: 0, text: String(error) }));
        if (answer.status < 200 || answer.status > 299)
          broken.push(`${route}: ${answer.status} ${answer.text.slice(0, 200)}`);
      }
      for (const line of broken) console.log(`  ${line}`);
      // Fields that a call accepts but guests may not choose freely.
      const chosen = await server.send("POST", "/api/guests", GUEST);
      const paid = { ...stayBody({ checkInDate: "2028-05-01", checkOutDate: "2028-05-03" }), status: "completed" };
      const status = await real.send("POST", "/api/bookings", { ...paid, guestId: chosen.json.id });
      const property = await real.send("POST", "/api/bookings", {
        ...stayBody(),
        propertyId: 2,
        guestId: chosen.json.id,
      });
      const traces = tracesIn(await everything(fixture.db, engine));
      // The negative control: a store that writes every field in the body.
      const taken = ["actor", "act", "subject"].map((name) => {
        const value = last[name];
        return typeof value === "number" || typeof value === "string" ? String(value) : "";
      });
      const [actor = "", act = "", subject = ""] = taken;
      await fixture.db
        .insertInto("audit_entry")
        .values({
          at: server.clock().toISOString(),
          actor,
          act,
          subject,
          before_value: null,
          after_value: null,
          change_id: null,
        })
        .execute();
      const control = tracesIn(await everything(fixture.db, engine));
      await fixture.close();
      await real.close();
      await platforms.close();
      await box.close();
      return {
        figures: {
          calls: HOST_ACTS.length + guestActs().length,
          bodies,
          foreignFields: fields,
          fieldNames: spellings.length,
          stored: traces,
          broken: broken.length,
          hostOnlyStatusRejected: status.status,
          otherPropertyRefused: property.status,
        },
        met: traces === 0 && broken.length === 0 && bodies > 50 && status.status === 400 && property.status === 404,
        negativeControl: { fault: "a store that writes every field in the body", detected: control > 0 },
      };
    },
  );
}
