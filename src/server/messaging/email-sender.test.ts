import { expect, test } from "vitest";
import { contentOf } from "#domain/messaging/template.ts";
import { openMailbox } from "../testing/mailbox.ts";
import { createEmailSender } from "./email-sender.ts";

test("a mail server that answers too late may have sent the email, so email is not paused", async () => {
  const box = await openMailbox();
  box.answer = () => ({ waitMs: 600 });
  const person = { name: "Ann", address: "late@example.com" };
  const sender = createEmailSender({ where: "SMTP_URL", url: box.url }, { address: "mail@cottage.example" }, 1, 200);
  const outcome = await sender.send({
    id: "late",
    type: "test",
    to: person,
    language: "en",
    content: contentOf("Test", ["This is a test email."], null),
    cottage: "Kitul Hill Cottage",
    replyTo: person,
    invitation: null,
    card: null,
    whatsapp: [],
    fullMessage: null,
    unverified: false,
    rewritten: false,
    unsubscribeAt: null,
    push: null,
  });
  expect(outcome).toEqual({
    ok: false,
    fault: "temporary",
    reason: "The connection to the mail server was lost; the message may have been sent.",
  });
  sender.close();
  await box.close();
});
