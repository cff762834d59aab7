import { readFileSync } from "node:fs";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { MAX_MESSAGE } from "#domain/messaging/conversation.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST, onlyEvents } from "../testing/given.ts";
import { openMailbox, type Mailbox } from "../testing/mailbox.ts";
import { followLink, ownLinkOf } from "../testing/own-link.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { shown } from "./receive-mail.ts";

const SECRET = "a-secret-of-the-mail-server";
/** The contact address of a new installation. */
const HOST_ADDRESS = "stay@kitulhill.example";
const PATH = "/api/webhooks/mail";

/** The mail programs whose replies are in `testing/replies`, and the text that the user of each program wrote. */
const CLIENTS: [client: string, written: string][] = [
  ["gmail", "Thank you! We’ll be there around 17:30.\n\nIs the café near the tea factory open on Sundays?"],
  ["apple-mail", "Hello,\n\nwe need:\n- a cot\n- two more towels\n\nAnn"],
  ["outlook", "Dear host,\n\nWe’d like to come at 4 pm – is that possible?\n\nKind regards\nAnn"],
  [
    "thunderbird",
    "At noon, if the train is on time; this sentence is long enough to be flowed over two lines.\n\nZoë comes too.",
  ],
  ["iphone-german", "Grüße aus Köln, wir kommen gegen 18 Uhr!"],
  ["gmx", "Guten Abend,\n\nwir bräuchten noch ein Kinderbett. Können wir schon um 13 Uhr kommen?\n\nViele Grüße\nAnn"],
];

describe.each(engines)("replies by email on %s", (engine) => {
  let server: TestApp;
  let mailbox: Mailbox;
  let host: string;
  beforeAll(async () => {
    mailbox = await openMailbox();
    server = await startTestApp(engine, {
      outbox: { everyMs: 20 },
      config: {
        publicUrl: "http://cottage.example",
        mail: { smtpUrl: mailbox.url, from: { address: "stay@cottage.example" } },
        inbound: { address: "reply@mail.cottage.example", secret: SECRET },
      },
    });
    host = await server.signIn();
  });
  beforeEach(async () => {
    await server.db.deleteFrom("scheduled_message").execute();
    await server.db.deleteFrom("conversation_message").execute();
    await server.db.deleteFrom("idempotency_key").execute();
    mailbox.emails.length = 0;
  });
  afterAll(async () => {
    await server.close();
    await mailbox.close();
  });

  let day = 0;
  /**
   * A stay whose guest has opened their link, the email about the host's message to that guest, and its Reply-To
   * address.
   */
  async function given() {
    day += 3;
    const at = (n: number) => new Date(Date.UTC(2027, 0, day + n)).toISOString().slice(0, 10);
    const { id } = (await bookStay(server, { checkInDate: at(0), checkOutDate: at(2) })).json;
    await followLink(server, await ownLinkOf(server, id));
    await server.db.deleteFrom("scheduled_message").execute();
    await server.send(
      "POST",
      `/api/admin/bookings/${id}/messages`,
      { text: "When will you arrive?" },
      { cookie: host },
    );
    server.clock.advance(120_000);
    await server.app.runJobs(/^email messages$/);
    await server.app.runJobs(/^send messages by email$/);
    const [email] = await mailbox.wait(1);
    mailbox.emails.length = 0;
    return { id: String(id), email, to: email?.mail.replyTo?.[0]?.address ?? "" };
  }
  const file = (client: string) => readFileSync(`src/server/testing/replies/${client}.eml`, "utf8");
  let sent = 0;
  const mailOf = (client: string, to: string, from = GUEST.email) =>
    file(client)
      .replaceAll("FROM", from)
      .replaceAll("TO>", `${to}>`)
      .replaceAll("-ID@", `-${(sent += 1)}@`);
  const deliver = (mail: string, headers: Record<string, string> = {}) =>
    server.send("POST", PATH, mail, {
      "content-type": "message/rfc822",
      authorization: `Bearer ${SECRET}`,
      ...headers,
    });
  const thread = async (id: string) =>
    (
      await server.send("GET", `/api/admin/bookings/${id}/conversation`, undefined, { cookie: host })
    ).json.entries.filter(
      ({ kind, text }: { kind: string; text: string }) => kind !== "sent" && text !== "When will you arrive?",
    );

  test("the host can reply to the notification, and the guest sees it in the conversation", async () => {
    const { id, to } = await given();
    await deliver(mailOf("gmail", to));
    server.clock.advance(120_000);
    await server.app.runJobs(/^email messages$/);
    await server.app.runJobs(/^send messages by email$/);
    const [notification] = await mailbox.wait(1);
    expect(notification?.to).toEqual([HOST_ADDRESS]);
    const replyTo = notification?.mail.replyTo?.[0]?.address ?? "";
    expect(replyTo).toMatch(/^reply\+h/);
    await deliver(mailOf("thunderbird", replyTo, HOST_ADDRESS));
    expect((await thread(id)).at(-1)).toMatchObject({ kind: "host", by: HOST_ADDRESS, byEmail: true });
    // The guest cannot write in the host's name, and the host cannot write in the guest's name.
    await deliver(mailOf("outlook", replyTo, GUEST.email));
    await deliver(mailOf("outlook", to, HOST_ADDRESS));
    expect(await thread(id)).toHaveLength(2);
  });

  test("a host's reply to an email leaves a newer message unread, and the host gets an email about it", async () => {
    const { id, to } = await given();
    const emailToHost = async () => {
      server.clock.advance(120_000);
      await server.app.runJobs(/^email messages$/);
      await server.app.runJobs(/^send messages by email$/);
      return (await mailbox.wait(1)).find((email) => email.to[0] === HOST_ADDRESS)?.mail;
    };
    const unread = async () =>
      (await server.send("GET", "/api/admin/conversations/unread", undefined, { cookie: host })).json.unread;
    await deliver(mailOf("gmail", to));
    const replyTo = (await emailToHost())?.replyTo?.[0]?.address ?? "";
    expect(await unread()).toBe(1);

    await deliver(mailOf("iphone-german", to));
    await deliver(mailOf("thunderbird", replyTo, HOST_ADDRESS));
    expect(await unread()).toBe(1);
    mailbox.emails.length = 0;
    expect((await emailToHost())?.text).toContain("Grüße aus Köln");
    await deliver(mailOf("thunderbird", replyTo, HOST_ADDRESS));
    expect(await unread()).toBe(0);
    expect(await thread(id)).toHaveLength(4);
  });

  test("once a mailbox no longer belongs to a host, replies to old emails to it are not added to the conversation", async () => {
    const own = "bea@example.com";
    const notify = (emails: string[]) =>
      server.send(
        "PUT",
        "/api/admin/notifications",
        { emails, events: onlyEvents(["booking", "message"]), summaryHour: null },
        { cookie: host },
      );
    expect((await notify([own])).status).toBe(204);
    day += 3;
    const at = (n: number) => new Date(Date.UTC(2027, 6, day + n)).toISOString().slice(0, 10);
    const booked = await bookStay(server, { checkInDate: at(0), checkOutDate: at(2) });
    await server.app.runJobs(/^send messages by email$/);
    const notification = (await mailbox.wait(2)).find(({ to }) => to[0] === own);
    const replyTo = notification?.mail.replyTo?.[0]?.address ?? "";
    expect(replyTo).toMatch(/^reply\+h/);
    await deliver(mailOf("gmail", replyTo, own));
    expect(await thread(booked.json.id)).toHaveLength(1);
    expect((await notify([])).status).toBe(204);
    for (const from of [own, HOST_ADDRESS]) await deliver(mailOf("gmail", replyTo, from));
    expect(await thread(booked.json.id)).toHaveLength(1);
  });

  test("an email that is automatic, empty or from a stranger is not added to a conversation", async () => {
    const { id, to } = await given();
    const other = await given();
    const mails = [
      mailOf("gmail", to, "mallory@example.com"),
      mailOf("gmail", "reply@mail.cottage.example"),
      mailOf("gmail", to.replace("+g", "+h")),
      mailOf(
        "gmail",
        to.replace(/.@/, (last) => (last === "a@" ? "b@" : "a@")),
      ),
      mailOf("gmail", to.replace("mail.cottage", "evil.cottage")),
      `Auto-Submitted: auto-replied\r\n${mailOf("gmail", to)}`,
      `Precedence: bulk\r\n${mailOf("gmail", to)}`,
      `From: ${GUEST.email}\r\nTo: ${to}\r\nContent-Type: text/plain\r\n\r\n> only a quotation\r\n`,
      `From: ${GUEST.email}\r\nTo: ${to}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\u200b\ufeff\r\n`,
      "no mail at all",
      "",
    ];
    for (const mail of mails)
      expect([mail.slice(0, 60), (await deliver(mail)).status]).toEqual([mail.slice(0, 60), 200]);
    expect([await thread(id), await thread(other.id)]).toEqual([[], []]);
    // The guest may have a second address. The host is notified, at most once a day, that an email was rejected; the
    // notification does not contain the sender's address.
    await deliver(mailOf("gmail", to, "ann.at.work@example.com"));
    const notified = server.db
      .selectFrom("scheduled_message")
      .select(["subject", "body"])
      .where("type", "=", "host_notice");
    const leftOut = await notified.where("subject", "like", "An email about % was not added%").execute();
    expect(leftOut).toEqual([expect.objectContaining({ body: expect.stringContaining("from another address") })]);
    expect(JSON.stringify(leftOut)).not.toContain("mallory");
  });

  test("unsubscribe emails go to the host's mailbox, because an empty reply is not a message", async () => {
    const now = server.clock();
    onTestFinished(() => server.clock.set(now.toISOString()));
    const { id } = (await bookStay(server, { checkInDate: "2027-09-01", checkOutDate: "2027-09-03" })).json;
    await followLink(server, await ownLinkOf(server, id));
    await server.db.deleteFrom("scheduled_message").where("type", "!=", "feedback_request").execute();
    server.clock.set("2027-09-04T12:00:00Z");
    await server.app.runJobs(/^send messages by email$/);
    const [email] = await mailbox.wait(1);
    expect(email?.mail.replyTo?.[0]?.address).toMatch(/^reply\+g/);
    expect(email?.raw).toMatch(new RegExp(`^List-Unsubscribe:\\s+<mailto:${HOST_ADDRESS}\\?`, "m"));
  });

  test("no email is accepted without the secret", async () => {
    const { id, to } = await given();
    for (const authorization of ["", "Bearer wrong", `Bearer ${SECRET}x`, `Basic ${btoa("user:wrong")}`, "Basic %%"]) {
      expect([authorization, (await deliver(mailOf("gmail", to), { authorization })).status]).toEqual([
        authorization,
        401,
      ]);
    }
    expect(await thread(id)).toEqual([]);
    expect((await deliver(mailOf("gmail", to), { authorization: `Basic ${btoa(`user:${SECRET}`)}` })).status).toBe(200);
    expect(await thread(id)).toHaveLength(1);
  });

  test("an email that is delivered again, even as a provider's JSON, creates only one message", async () => {
    const { id, to } = await given();
    const mail = mailOf("outlook", to);
    await Promise.all([deliver(mail), deliver(mail), deliver(mail)]);
    const json = { "content-type": "application/json" };
    expect((await deliver(JSON.stringify({ RawEmail: mail, OriginalRecipient: to }), json)).status).toBe(200);
    expect((await deliver(JSON.stringify({ Text: "no raw mail" }), json)).status).toBe(400);
    expect(await thread(id)).toHaveLength(1);
  });

  // The engine makes no difference to how emails are read.
  if (engine !== "sqlite") return;

  test("replies from six mail programs are reduced to what their users wrote", async () => {
    const { id, to, email } = await given();
    expect(to).toMatch(/^reply\+g[a-z2-7]{42}@mail\.cottage\.example$/);
    expect(email?.mail.text).toContain("To answer, just reply to this email");
    for (const [client] of CLIENTS) expect((await deliver(mailOf(client, to))).status).toBe(200);
    const seen = await thread(id);
    expect(seen.map(({ text }: { text: string }) => text)).toEqual(CLIENTS.map(([, written]) => written));
    expect(new Set(seen.map(({ kind, byEmail }: { kind: string; byEmail: boolean }) => `${kind} ${byEmail}`))).toEqual(
      new Set(["guest true"]),
    );
  });

  test("an email that cannot be read is refused, so that its sender can be notified", async () => {
    const { id, to } = await given();
    const start = `From: ${GUEST.email}\r\nTo: ${to}\r\nContent-Type: multipart/mixed; boundary=b0\r\n\r\n`;
    const part = (n: number) => `--b${n}\r\nContent-Type: multipart/mixed; boundary=b${n + 1}\r\n\r\n`;
    const nested = start + Array.from({ length: 40 }, (_unused, n) => part(n)).join("");
    const refused = await deliver(nested);
    expect([refused.status, refused.json.message]).toEqual([400, "This is not an email."]);
    const json = { "content-type": "application/json" };
    expect((await deliver(JSON.stringify({ RawEmail: nested, OriginalRecipient: to }), json)).status).toBe(403);
    expect(await thread(id)).toEqual([]);
  });

  test("an email that takes too long to read is refused, and does not block the server", async () => {
    const { to } = await given();
    const part = (type: string, text: string) => `--b\r\nContent-Type: text/${type}\r\n\r\n${text}\r\n`;
    const link = `<a ${"href=".repeat(5000)}`;
    const start = `From: ${GUEST.email}\r\nTo: ${to}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n`;
    let responded = false;
    const refused = deliver(`${start}${part("plain", "a")}${part("html", link)}--b--\r\n`).finally(
      () => (responded = true),
    );
    // The server responds to somebody else while the email is being read.
    expect([(await server.send("GET", "/api/properties/public")).status, responded]).toEqual([200, false]);
    expect((await refused).status).toBe(400);
    const waiting = await Promise.all(Array.from({ length: 8 }, () => deliver("no mail at all")));
    expect(new Set(waiting.map(({ status }) => status))).toEqual(new Set([200, 503]));
  });

  test("a long reply is shortened, an attachment that is not saved is mentioned, and an HTML-only email is read too", async () => {
    const { id, to } = await given();
    const head = `From: ${GUEST.email}\r\nTo: ${to}\r\nMime-Version: 1.0\r\n`;
    await deliver(`${head}Message-ID: <1@x>\r\nContent-Type: text/plain\r\n\r\n${"x".repeat(9000)}`);
    await deliver(
      `${head}Message-ID: <2@x>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>The tap <b>drips</b>.</p><blockquote>Old</blockquote>\r\n--b\r\nContent-Type: image/png\r\nContent-Disposition: attachment; filename=tap.png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n--b--\r\n`,
    );
    const [long, second] = await thread(id);
    expect([long.text.length, long.text.at(-1)]).toEqual([3801, "…"]);
    expect(second.text).toBe("The tap drips.\n\n(An attachment to this email was not saved.)");
  });

  test("an email's pictures are added to the conversation; a signature's logo and other files are not", async () => {
    const { id, to } = await given();
    const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#335577" } })
      .jpeg()
      .toBuffer();
    const part = (type: string, disposition: string, bytes: Buffer, more = "") =>
      `--b\r\nContent-Type: ${type}\r\nContent-Disposition: ${disposition}\r\n${more}Content-Transfer-Encoding: base64\r\n\r\n${bytes.toString("base64")}\r\n`;
    const html = `--b\r\nContent-Type: multipart/related; boundary=r\r\n\r\n--r\r\nContent-Type: text/html\r\n\r\n<p>See <img src="cid:logo"></p>\r\n${part("image/jpeg", "inline", jpeg, "Content-ID: <logo>\r\n").replace("--b", "--r")}--r--\r\n`;
    const mail = `From: ${GUEST.email}\r\nTo: ${to}\r\nMime-Version: 1.0\r\nMessage-ID: <pictures@x>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${html}${part("image/jpeg", "attachment; filename=tap.jpg", jpeg)}${part("image/jpeg", "inline; filename=IMG_1.jpeg", jpeg)}${part("application/pdf", "attachment; filename=plan.pdf", Buffer.from("%PDF-1.7"))}--b--\r\n`;
    for (const _ of ["once", "again"]) expect((await deliver(mail)).status).toBe(200);
    const [message, ...more] = await thread(id);
    expect(more).toEqual([]);
    expect(message.text).toBe("See\n\n(An attachment to this email was not saved.)");
    expect(message.pictures).toMatchObject([
      { width: 40, height: 30 },
      { width: 40, height: 30 },
    ]);
  });
});

test("text of hundreds of thousands of combining marks is cut before it is composed", () => {
  const marks = "\u0301".repeat(200_000) + "\u0323".repeat(200_000);
  expect(shown(`e${marks}`)).toHaveLength(MAX_MESSAGE - 200 + "…".length);
});
