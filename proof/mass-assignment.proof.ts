/**
 * R06: every state-changing API call of the host, and those with which guests book, change and cancel a stay. Each body
 * contains valid input and every field of every table that the endpoint does not accept, in both spellings. No extra
 * field may be stored, and only the endpoints in `STRICT` may reject a call because of one.
 */
import { globSync } from "node:fs";
import { resolve } from "node:path";
import { sql } from "kysely";
import type { Db } from "#server/database/connect.ts";
import type { Engine } from "#server/database/dialect.ts";
import { tablesOf } from "#server/database/tables.ts";
import { engines } from "#server/testing/engines.ts";
import { bookStay, GUEST, stayBody } from "#server/testing/given.ts";
import { cookieOf, type TestApp } from "#server/testing/test-app.ts";
import { openEveryHostAct } from "./support/every-host-act.ts";
import type { HostAct } from "./support/host-acts.ts";
import { prove } from "./support/proof.ts";

const WORD = "canary-that-nobody-asked-for";
const NUMBER = 987_654_321;

/**
 * Which field is present decides whether a discount is a percentage or an amount, and the names of notifications are
 * field names. Therefore, these endpoints reject other fields in a discount, a cancellation step or the events.
 */
const STRICT = /^\/api\/admin\/(?:prices|notifications|push$)/;

type Call = { method: string; path: RegExp; takes: Set<string> };

/** The fields that an endpoint accepts, at any depth. */
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

/** Adds each of `names` to every object that does not already have that field. */
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

/** The host's API calls are those of the audit log proof. */
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
        const stay = { checkInDate: "2028-02-05", checkOutDate: "2028-02-08", guestCount: 3 };
        return server.send("PUT", `/api/bookings/${id}/stay`, { ...stay, expectedTotal: "450.00" }, { cookie });
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
      aim: "every field of every table sent to the host's calls and to three of the guests': 0 stored, 0 calls broken",
    },
    engine,
    async () => {
      const calls = await callsOfTheContract();
      let bodies = 0;
      let fields = 0;
      let refusedBodies = 0;
      let last: Record<string, unknown> = {};
      let spellings: string[] = [];
      const { runs, plain, fixtures, close } = await openEveryHostAct(engine, (real) => ({
        ...real,
        send: (method, path, body, headers) => {
          const call = calls.find((one) => one.method === method && one.path.test(path));
          if (!call || typeof body !== "object" || body === null) return real.send(method, path, body, headers);
          const foreign = spellings.filter((name) => !call.takes.has(name));
          const sent = loaded(body, foreign);
          bodies += 1;
          fields += foreign.length;
          if (!Array.isArray(sent)) last = Object.fromEntries(Object.entries(sent ?? {}));
          if (!STRICT.test(path)) return real.send(method, path, sent, headers);
          return real.send(method, path, sent, headers).then((response) => {
            if (response.status !== 400)
              throw new Error(`${path} was expected to refuse foreign fields: ${response.status}`);
            refusedBodies += 1;
            return real.send(method, path, body, headers);
          });
        },
      }));
      const [fixture] = fixtures;
      const columns = (await tablesOf(fixture.db, engine)).flatMap((table) => table.columns.map(({ name }) => name));
      spellings = [...new Set(columns.flatMap((name) => [name, camel(name)]))];
      const acts = [...runs, ...guestActs().map((act) => ({ ...act, fixture }))];
      const broken: string[] = [];
      for (const { route, act, fixture: on } of acts) {
        const response = await act(on).catch((error: unknown) => ({ status: 0, text: String(error) }));
        if (response.status < 200 || response.status > 299)
          broken.push(`${route}: ${response.status} ${response.text.slice(0, 200)}`);
      }
      for (const line of broken) console.log(`  ${line}`);
      // An endpoint accepts these fields, but guests must not choose their values freely.
      const chosen = await plain.send("POST", "/api/guests", GUEST);
      const paid = { ...stayBody({ checkInDate: "2028-05-01", checkOutDate: "2028-05-03" }), status: "completed" };
      const status = await plain.send("POST", "/api/bookings", { ...paid, guestId: chosen.json.id });
      const property = await plain.send("POST", "/api/bookings", {
        ...stayBody(),
        propertyId: 2,
        guestId: chosen.json.id,
      });
      let traces = 0;
      for (const { db } of fixtures) traces += tracesIn(await everything(db, engine));
      // The negative control: a store that writes every field in the body.
      const taken = ["actor", "act", "subject"].map((name) => {
        const value = last[name];
        return typeof value === "number" || typeof value === "string" ? String(value) : "";
      });
      const [actor = "", act = "", subject = ""] = taken;
      await fixture.db
        .insertInto("audit_entry")
        .values({
          at: plain.clock().toISOString(),
          actor,
          act,
          subject,
          before_value: null,
          after_value: null,
          change_id: null,
        })
        .execute();
      const control = tracesIn(await everything(fixture.db, engine));
      await close();
      return {
        figures: {
          calls: acts.length,
          bodies,
          refusedBodies,
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
