import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Engine } from "../database/dialect.ts";

/** Two time zones whose days begin 25 hours apart, and one in which daylight saving time adds half an hour. */
export const SERVER_ZONES = ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Australia/Lord_Howe"];

type Ask = (path: string) => Promise<ReturnType<typeof JSON.parse>>;
export type ServerInZone = {
  url: string;
  config: Config;
  setClock: (iso: string) => Promise<void>;
  ask: Ask;
  close: () => Promise<void>;
};

/** Starts a real server whose process runs in `zone`. `ask` sends requests as the signed-in host. */
export async function serveInZone(engine: Engine, zone: string): Promise<ServerInZone> {
  const child = fork(join(import.meta.dirname, "serve-in-zone.ts"), [engine], {
    env: { ...process.env, TZ: zone },
  });
  const { url, config, admin } = await resultOf(child);
  const signedIn = async () => {
    const response = await fetch(`${url}/api/admin/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(admin),
    });
    return response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ");
  };
  let cookie: string | null = null;
  return {
    url,
    config,
    setClock: async (now) => {
      child.send({ now });
      const { offset } = await resultOf(child);
      if (offset !== offsetOf(zone, now)) throw new Error(`The server is not in ${zone}`);
      cookie ??= await signedIn();
    },
    ask: async (path) => {
      const response = await fetch(url + path, { headers: { cookie: cookie ?? "" } });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${response.status} ${text}`);
      return JSON.parse(text);
    },
    close: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.send("close");
      await ended;
    },
  };
}

/** The child's next message; its shape is known to both files. */
function resultOf(child: ChildProcess): Promise<ReturnType<typeof JSON.parse>> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the server exited with code ${code}`));
    child.once("exit", ended);
    child.once("message", (message) => {
      child.off("exit", ended);
      resolve(message);
    });
  });
}

/** The value of `getTimezoneOffset` for a zone: the number of minutes to add to its local time to get UTC. */
function offsetOf(zone: string, iso: string): number {
  const shown = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
  const local = Date.parse(`${shown.format(new Date(iso)).replace(" ", "T")}Z`);
  return Math.round((Date.parse(iso) - local) / 60_000);
}
