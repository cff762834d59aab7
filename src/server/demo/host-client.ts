import type { FastifyInstance } from "fastify";
import type { Db } from "../database/connect.ts";
import { cookieName } from "../http/call.ts";
import { hashToken, randomToken } from "../runtime/ids.ts";
import type { HostCall } from "./fill-portal.ts";

/** The account that fills the demo. It has no password and exists only while the demo is being filled. */
const FILLER = { id: "demo-filler", username: "Nimal" };

type Needs = { db: Db; http: FastifyInstance; publicUrl: string | null; now: Date };

/** Works like a host in the portal: through the API, with all its checks. */
export async function asHost({ db, http, publicUrl, now }: Needs, work: (call: HostCall) => Promise<void>) {
  const token = randomToken();
  const at = now.toISOString();
  await removeFiller(db);
  await db
    .insertInto("admin")
    .values({ ...FILLER, password_hash: "", created_at: at, role: "admin" })
    .execute();
  await db
    .insertInto("admin_session")
    .values({
      token_hash: hashToken(token),
      admin_id: FILLER.id,
      created_at: at,
      last_seen_at: at,
      user_agent: "",
      kept: 0,
      confirmed_at: at,
    })
    .execute();
  const cookie = `${cookieName("session", publicUrl?.startsWith("https:") ?? false)}=${token}`;
  try {
    await work(async (method, url, body) => {
      const response = await http.inject({ method, url, headers: { cookie }, ...(body ? { payload: body } : {}) });
      if (response.statusCode >= 300) throw new Error(`${method} ${url}: ${response.statusCode} ${response.body}`);
      const isJson = String(response.headers["content-type"]).includes("json");
      return isJson ? response.json<unknown>() : response.body;
    });
  } finally {
    await removeFiller(db);
  }
}

/**
 * Removes the account, including an account left by a crash: a demo with an account would look like a real
 * installation.
 */
export async function removeFiller(db: Db): Promise<void> {
  await db.deleteFrom("admin_session").where("admin_id", "=", FILLER.id).execute();
  await db.deleteFrom("admin").where("id", "=", FILLER.id).execute();
}
