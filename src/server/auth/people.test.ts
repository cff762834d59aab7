import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAuthenticator } from "../testing/authenticator.ts";
import { runCommand } from "../testing/command.ts";
import { engines } from "../testing/engines.ts";
import { onlyEvents } from "../testing/given.ts";
import { type Mailbox, openMailbox, sendingTo } from "../testing/mailbox.ts";
import { openChannel } from "../testing/open-channel.ts";
import { ADMIN, cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

const SITE = { rpId: "cottage.example", origin: "https://cottage.example" };
const DAY_MS = 24 * 60 * 60 * 1000;
const NOTHING = { cleanerLink: false, feeds: [] };
const PASSWORD = "the second host has a sentence too";

const sessionOf = (response: TestResponse) =>
  cookieOf(response)
    .split("; ")
    .find((one) => one.includes("-session=")) ?? "";

describe.each(engines)("several hosts on %s", (engine) => {
  let box: Mailbox;
  let server: TestApp;
  let cookie: string;
  beforeAll(async () => {
    box = await openMailbox();
    server = await startTestApp(engine, sendingTo(box, { publicUrl: SITE.origin }));
    await server.app.start();
  });
  afterAll(async () => {
    await server.close();
    await box.close();
  });
  beforeEach(async () => {
    await server.db.deleteFrom("admin").where("username", "!=", ADMIN.username).execute();
    await server.db.deleteFrom("host_invitation").execute();
    await server.db.deleteFrom("scheduled_message").execute();
    box.emails.length = 0;
    box.answer = () => null;
    cookie = sessionOf(await server.send("POST", "/api/admin/auth/login", ADMIN));
  });

  const call = (method: string, path: string, body?: unknown, as = cookie) =>
    server.send(method, `/api/admin${path}`, body, { cookie: as });
  const list = async (as = cookie) => (await call("GET", "/people", undefined, as)).json;
  const tokenIn = (link: string) => link.split("#")[1] ?? "";
  async function invite(email = ""): Promise<string> {
    const made = await call("POST", "/people/invitations", { email });
    expect(made.status).toBe(201);
    return tokenIn(made.json.link);
  }
  const accept = (token: string, username: string, password = PASSWORD) =>
    server.send("POST", "/api/admin/auth/invitation", { token, username, password });
  const join = async (username: string) => sessionOf(await accept(await invite(), username));
  const acts = async () => {
    const { json } = await call("GET", "/audit");
    return json.entries.map((entry: { actor: string; act: string; subject: string }) =>
      [entry.actor, entry.act, entry.subject].join(" | "),
    );
  };

  let names = 0;
  const newName = () => `host-${++names}`;

  test("an invitation link creates only one account, and each host's actions are recorded under their own name", async () => {
    const token = await invite();
    const name = newName();
    expect((await server.send("POST", "/api/admin/auth/invitation/state", { token })).json).toEqual({
      works: true,
      invitedBy: ADMIN.username,
    });
    const joined = await accept(token, name);
    expect([joined.status, joined.json]).toEqual([201, { username: name }]);
    const theirs = sessionOf(joined);
    expect((await call("PUT", "/push", { events: onlyEvents([]), detail: "brief" }, theirs)).status).toBe(204);
    expect((await call("POST", "/day-notes", {}, theirs)).status).not.toBe(401);
    const again = await accept(token, newName());
    expect([again.status, again.json.message]).toEqual([410, expect.stringContaining("has been used")]);
    const { people, invitations } = await list(theirs);
    expect(people.map((one: { username: string; you: boolean }) => [one.username, one.you])).toEqual([
      [ADMIN.username, false],
      [name, true],
    ]);
    expect(invitations).toEqual([]);
    expect((await acts()).slice(0, 3)).toEqual([
      `${name} | Changed notifications | Account`,
      `${name} | Accepted an invitation | Account`,
      `${ADMIN.username} | Invited a host | By a link`,
    ]);
  });

  test("the secret of an invitation that is not emailed is shown once, and neither the invitation nor the audit log contains it", async () => {
    const token = await invite();
    const again = await call("GET", "/people");
    expect(again.text).not.toContain(token);
    const rows = await server.db.selectFrom("host_invitation").selectAll().execute();
    const log = await server.db.selectFrom("audit_entry").selectAll().execute();
    expect(JSON.stringify([rows, log])).not.toContain(token);
  });

  test("an invitation stops working after seven days, or when it is withdrawn", async () => {
    const old = await invite();
    const withdrawn = await invite();
    const open = (await list()).invitations;
    expect(open).toHaveLength(2);
    expect((await call("DELETE", `/people/invitations/${open[1].id}`)).status).toBe(204);
    expect((await accept(withdrawn, newName())).status).toBe(410);
    server.clock.advance(7 * DAY_MS);
    expect((await accept(old, newName())).status).toBe(410);
    cookie = sessionOf(await server.send("POST", "/api/admin/auth/login", ADMIN));
    expect((await list()).invitations).toEqual([]);
  });

  test("if several people use one invitation simultaneously, only one gets an account", async () => {
    const token = await invite();
    const responses = await Promise.all(Array.from({ length: 4 }, () => accept(token, newName())));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 410, 410, 410]);
  });

  test("an invitation is emailed, and the new host's notifications initially go to the same address", async () => {
    const made = await call("POST", "/people/invitations", { email: "ann@example.com" });
    expect(made.json).toMatchObject({ emailed: true });
    const [email] = await box.wait(1);
    expect(email?.to).toEqual(["ann@example.com"]);
    expect(email?.mail.text).toContain(SITE.origin + made.json.link);
    expect(email?.mail.text).toMatch(/Open the link by \w+ \d+, 20\d\d, \d+:\d\d [AP]M Colombo time/);
    // Once the email is sent, the link exists only in the mailbox.
    await expect
      .poll(async () => (await server.db.selectFrom("scheduled_message").select(["link", "status"]).execute()).at(0))
      .toEqual({ link: null, status: "sent" });
    const theirs = sessionOf(await accept(tokenIn(made.json.link), newName()));
    expect((await call("GET", "/notifications", undefined, theirs)).json.emails).toEqual(["ann@example.com"]);
  });

  test("two panels each change one notification setting of a host without affecting the other panel's setting", async () => {
    const theirs = await join(newName());
    expect((await call("PUT", "/push", { detail: "full" }, theirs)).status).toBe(204);
    expect((await call("PUT", "/push", { events: onlyEvents(["payment"]) }, theirs)).status).toBe(204);
    expect((await call("GET", "/push", undefined, theirs)).json).toMatchObject({ events: ["payment"], detail: "full" });
  });

  test("the email for a withdrawn invitation is not sent if it was still waiting", async () => {
    box.answer = () => ({ code: 450, text: "4.2.1 Try again later" });
    await call("POST", "/people/invitations", { email: "ann@example.com" });
    await expect
      .poll(async () => (await server.db.selectFrom("scheduled_message").select("retry_count").execute()).at(0))
      .toEqual({ retry_count: 1 });
    const [open] = (await list()).invitations;
    expect((await call("DELETE", `/people/invitations/${open.id}`)).status).toBe(204);
    expect(await server.db.selectFrom("scheduled_message").select("id").execute()).toEqual([]);
  });

  test("an invitation that could not be emailed while its link worked is not emailed", async () => {
    box.answer = () => ({ code: 450, text: "4.2.1 Try again later" });
    await call("POST", "/people/invitations", { email: "ann@example.com" });
    const state = async () =>
      (await server.db.selectFrom("scheduled_message").select(["status", "retry_count"]).execute()).at(0);
    await expect.poll(state).toMatchObject({ retry_count: 1 });
    server.clock.advance(7 * DAY_MS + 1);
    await expect.poll(state).toMatchObject({ status: "skipped" });
  });

  test("the same rules apply to an invited host and to one whom the operator adds", async () => {
    const taken = newName();
    await join(taken);
    const token = await invite();
    const cases = [
      ["ab", PASSWORD, "username", /at least 3/],
      [newName(), "password1", "password", /at least 15/],
      ["Guest", PASSWORD, "username", /Latchkey uses this name/],
      ["command line", PASSWORD, "username", /Latchkey uses this name/],
      [taken.toUpperCase(), PASSWORD, "username", /Somebody else has, or had/],
    ] as const;
    for (const [username, password, field, message] of cases) {
      const refused = await accept(token, username, password);
      expect([refused.status, refused.json.fields?.[field]]).toEqual([400, expect.stringMatching(message)]);
      const { createAdmin } = server.app.admins;
      expect((await createAdmin({ username, password })).ok).toBe(false);
    }
    // A refused attempt leaves the link unchanged.
    expect((await accept(token, newName())).status).toBe(201);
  });

  test("a removed host loses access at once, everywhere, and nobody can reuse their name", async () => {
    const name = newName();
    const theirs = await join(name);
    const phone = createAuthenticator(SITE);
    const begun = await call("POST", "/auth/passkeys/options", {}, theirs);
    expect((await call("POST", "/auth/passkeys", { passkey: phone.make(begun.json) }, theirs)).status).toBe(201);
    const id = (await list()).people.find((one: { username: string }) => one.username === name).id;
    expect((await list()).people.at(-1)).toMatchObject({ passkeys: 1, secondFactor: false });

    expect((await call("DELETE", `/people/${id}`)).status).toBe(200);
    expect((await call("GET", "/auth/user", undefined, theirs)).status).toBe(401);
    expect((await server.send("POST", "/api/admin/auth/login", { username: name, password: PASSWORD })).status).toBe(
      401,
    );
    const { json } = await server.send("POST", "/api/admin/auth/passkey/sign-in/options", {});
    const response = await server.send("POST", "/api/admin/auth/passkey/sign-in", {
      passkey: phone.answer(json.options),
    });
    expect(response.status).toBe(401);
    for (const table of ["admin_session", "passkey", "known_device", "push_device", "notification_choice"] as const) {
      expect(await server.db.selectFrom(table).select("admin_id").where("admin_id", "=", id).execute()).toEqual([]);
    }
    expect(await acts()).toContain(`${ADMIN.username} | Removed a host | ${name}`);
    expect((await accept(await invite(), name)).json.fields.username).toMatch(/or had/);
    expect((await call("DELETE", `/people/${id}`)).status).toBe(409);
  });

  test("a removed host cannot return through an invitation that they created while they were a host", async () => {
    const name = newName();
    const theirs = await join(name);
    const { json } = await call("POST", "/people/invitations", { email: "" }, theirs);
    const ours = await invite();
    const id = (await list()).people.find((one: { username: string }) => one.username === name).id;
    expect((await list()).invitations).toHaveLength(2);
    for (let more = 0; more < 8; more++) await call("POST", "/people/invitations", { email: "" }, theirs);
    expect((await call("POST", "/people/invitations", { email: "" })).status).toBe(409);
    expect((await call("DELETE", `/people/${id}`)).status).toBe(200);
    // Invitations by the removed host do not count towards the ten that may be open.
    expect((await list()).invitations).toHaveLength(1);
    const another = await invite();
    expect((await accept(another, newName())).status).toBe(201);
    const token = tokenIn(json.link);
    expect((await server.send("POST", "/api/admin/auth/invitation/state", { token })).json.works).toBe(false);
    expect((await accept(token, newName())).status).toBe(410);
    expect((await accept(ours, newName())).status).toBe(201);
  });

  test("an invitation whose email was refused shows no secret in the portal", async () => {
    box.answer = () => ({ code: 550, text: "no such mailbox" });
    const token = await invite("partner@exampel.com");
    await expect
      .poll(async () => (await call("GET", "/scheduled-messages")).json.map((one: { status: string }) => one.status))
      .toEqual(["failed"]);
    const [{ id }] = (await call("GET", "/scheduled-messages")).json;
    const shown = (await call("GET", `/scheduled-messages/${id}`)).text;
    expect(shown).toContain(`${SITE.origin}/admin/invitation#…`);
    expect(shown).not.toContain(token);
  });

  test("resetting a password revokes all access that an intruder may have set up", async () => {
    const name = newName();
    const theirs = await join(name);
    const invitation = await call("POST", "/people/invitations", { email: "" }, theirs);
    const { id } = (await list()).people.find((one: { username: string }) => one.username === name);
    const device = { id: "stolen", admin_id: id, endpoint: "https://push.example/1", p256dh: "x", auth: "x" };
    await server.db
      .insertInto("push_device")
      .values({ ...device, user_agent: "x", created_at: server.clock().toISOString() })
      .execute();
    const passkey = { credential_id: "stolen", public_key: "", counter: 0, transports: "[]", rp_id: "", name: "Phone" };
    await server.db
      .insertInto("passkey")
      .values({ ...passkey, admin_id: id, created_at: server.clock().toISOString() })
      .execute();
    const choice = { emails: ["thief@evil.example"], events: onlyEvents(["booking"]), summaryHour: null };
    expect((await call("PUT", "/notifications", choice, theirs)).status).toBe(204);
    const tables = ["admin_session", "passkey", "known_device", "push_device", "notification_choice"] as const;
    const rowsIn = (table: (typeof tables)[number]) =>
      server.db.selectFrom(table).select("admin_id").where("admin_id", "=", id).execute();
    for (const table of tables) expect([table, await rowsIn(table)]).toEqual([table, [{ admin_id: id }]]);
    expect(await server.app.admins.resetPassword(name, `${PASSWORD} again`)).toEqual({ ok: true });
    expect((await accept(tokenIn(invitation.json.link), newName())).status).toBe(410);
    for (const table of tables) expect([table, await rowsIn(table)]).toEqual([table, []]);
  });

  test("while a password is being reset, an intruder can neither create invitations that stay valid nor set another password", async () => {
    const name = newName();
    const theirs = await join(name);
    const slow = { memory: 32_768, passes: 3, parallelism: 1 };
    const config = { ...server.sameDatabase, publicUrl: SITE.origin };
    const other = await startTestApp(engine, { config, passwordCost: slow });
    other.clock.set(server.clock().toISOString());
    let isReset = false;
    let status = 0;
    const inviteAgain = async () => {
      while (!isReset) {
        const made = await other.send("POST", "/api/admin/people/invitations", { email: "" }, { cookie: theirs });
        ({ status } = made);
      }
    };
    const intruder = Promise.all([inviteAgain(), inviteAgain(), inviteAgain()]);
    // Once there are ten invitations, another one is refused.
    await expect.poll(() => status).toBe(409);
    const change = { currentPassword: PASSWORD, newPassword: `${PASSWORD} of a thief` };
    const changed = other.send("PUT", "/api/admin/settings", change, { cookie: theirs });
    expect(await other.app.admins.resetPassword(name, `${PASSWORD} again`)).toEqual({ ok: true });
    isReset = true;
    await intruder;
    await changed;
    const owner = { username: name, password: `${PASSWORD} again` };
    expect((await other.send("POST", "/api/admin/auth/login", owner)).status).toBe(200);
    const left = await other.db.selectFrom("host_invitation").select("id").where("invited_by", "=", name).execute();
    expect(left).toEqual([]);
    await other.close();
  });

  test("removing a host replaces the cleaner's link unless the other host keeps it, and the calendar addresses if they choose", async () => {
    const cleaner = async () => (await call("GET", "/cleaning")).json.path;
    const feed = async () => (await call("GET", "/feeds")).json.feeds[0].path;
    const opens = async (path: string) => (await server.send("GET", path)).status;
    const remove = async (query = "") => {
      const name = newName();
      await join(name);
      const { id } = (await list()).people.find((one: { username: string }) => one.username === name);
      return call("DELETE", `/people/${id}${query}`);
    };
    expect((await list()).shared).toEqual({ cleanerLink: false, feeds: [] });
    expect((await remove()).json).toEqual({ renewed: NOTHING, stillKnown: NOTHING });

    await call("POST", "/cleaning/link", { seen: null });
    await openChannel(server, cookie, "airbnb");
    const [page, calendar] = [await cleaner(), await feed()];
    await call("PUT", "/cleaning", { email: "maya@example.com", seen: { note: "", email: "" } });
    expect(await list()).toMatchObject({
      shared: { cleanerLink: true, feeds: ["airbnb"] },
      mailboxes: { contact: expect.stringContaining("@"), cleaner: "maya@example.com" },
    });
    expect((await remove()).json).toEqual({
      renewed: { cleanerLink: true, feeds: [] },
      stillKnown: { cleanerLink: false, feeds: ["airbnb"] },
    });
    expect([await opens(page), await opens(await cleaner()), await opens(calendar)]).toEqual([404, 200, 200]);

    const second = await cleaner();
    expect((await remove("?cleanerLink=keep&feeds=renew")).json).toEqual({
      renewed: { cleanerLink: false, feeds: ["airbnb"] },
      stillKnown: { cleanerLink: true, feeds: [] },
    });
    expect(await cleaner()).toBe(second);
    expect(await feed()).not.toBe(calendar);
    // Until the host has entered the new URL on the platform, the platform reads the old one.
    expect([await opens(calendar), await opens(await feed())]).toEqual([200, 200]);
    server.clock.advance(2 * DAY_MS);
    expect(await opens(calendar)).toBe(404);
    cookie = sessionOf(await server.send("POST", "/api/admin/auth/login", ADMIN));
    expect((await acts()).slice(1, 4)).toEqual([
      `${ADMIN.username} | Replaced a calendar link | airbnb`,
      expect.stringMatching(/\| Removed a host \|/),
      expect.stringMatching(/\| Accepted an invitation \|/),
    ]);

    const name = newName();
    await join(name);
    const byCommand = await server.app.admins.removeHost(name);
    expect(byCommand).toMatchObject({ ok: true, renewed: { cleanerLink: true }, stillKnown: { feeds: ["airbnb"] } });
    expect(await cleaner()).not.toBe(second);
  });

  test("at least one host always remains, even if hosts remove each other simultaneously", async () => {
    const own = (await list()).people[0].id;
    expect((await call("DELETE", `/people/${own}`)).json.message).toMatch(/your own account/);
    const alone = await server.app.admins.removeHost(ADMIN.username);
    expect(alone).toEqual({ ok: false, reason: "last", message: expect.stringContaining("the only host") });
    const names = [newName(), newName()] as const;
    const sessions = [await join(names[0]), await join(names[1])] as const;
    const { people } = await list();
    const idOf = (name: string) => people.find((one: { username: string }) => one.username === name).id;
    // Each host is removed by somebody at the same time.
    await Promise.all([
      call("DELETE", `/people/${idOf(names[1])}`, undefined, sessions[0]),
      call("DELETE", `/people/${idOf(names[0])}`, undefined, sessions[1]),
      server.app.admins.removeHost(ADMIN.username),
    ]);
    const left = await server.db.selectFrom("admin").select("username").execute();
    expect(left.length).toBeGreaterThanOrEqual(1);
    await server.db
      .insertInto("admin")
      .values({
        id: own,
        username: ADMIN.username,
        password_hash: "x",
        created_at: "2026-01-01T00:00:00.000Z",
        role: "admin",
      })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
    const stored = await server.db.selectFrom("admin").select("password_hash").where("id", "=", own).executeTakeFirst();
    if (stored?.password_hash === "x") {
      expect((await server.app.admins.resetPassword(ADMIN.username, ADMIN.password)).ok).toBe(true);
    }
  });

  test("after ten minutes, inviting or removing a host requires confirmation again", async () => {
    const theirs = newName();
    await join(theirs);
    const { id } = (await list()).people.at(-1);
    server.clock.advance(11 * 60_000);
    for (const response of [
      await call("POST", "/people/invitations", { email: "" }),
      await call("DELETE", `/people/${id}`),
    ]) {
      expect(response.status).toBe(403);
    }
    expect((await list()).people.at(-1).username).toBe(theirs);
  });

  test("the list shows when each host was last active", async () => {
    const theirs = await join(newName());
    server.clock.advance(20 * 60_000);
    await call("GET", "/bookings", undefined, theirs);
    const { people } = await list();
    expect(people.at(-1).lastSeenAt).toBe(server.clock().toISOString());
  });
});

test("the command line adds and removes hosts by the same rules", async () => {
  const server = await startTestApp("sqlite");
  const contact = "desk@cottage.example";
  await server.send("PUT", "/api/admin/settings", { contactEmail: contact }, { cookie: await server.signIn() });
  const env = { DATA_DIR: server.config.dataDir, DATABASE_URL: "" };
  expect(await runCommand(["admin", "remove", ADMIN.username], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining("the only host"),
  });
  expect(await runCommand(["admin", "create", "Bernadette"], env, `${PASSWORD}\n`)).toMatchObject({ code: 0 });
  expect(await runCommand(["admin", "remove", "Bernadette"], env)).toMatchObject({
    code: 0,
    output: expect.stringContaining(`Emails still go to ${contact} (contact email).`),
  });
  await server.close();
});
