import { expect, test } from "vitest";
import { openMailbox } from "../testing/mailbox.ts";
import { createEmailSender } from "./email-sender.ts";
import { testEmail } from "./mail-account-routes.ts";

test("a mail server that answers too late may have sent the email, so email is not paused", async () => {
  const box = await openMailbox();
  box.answer = () => ({ waitMs: 3000 });
  const sender = createEmailSender({ where: "SMTP_URL", url: box.url }, { address: "mail@cottage.example" }, 1, 1000);
  const outcome = await sender.send(testEmail({ name: "Ann", address: "late@example.com" }));
  expect(outcome).toEqual({
    ok: false,
    fault: "temporary",
    reason: "The connection to the mail server was lost; the message may have been sent.",
  });
  sender.close();
  await box.close();
});
