import type { Address } from "postal-mime";
import { replyText, textOfHtml } from "#domain/messaging/reply-text.ts";
import type { Mail } from "./receive-mail.ts";

/** `mailFrom` is the sender address of our own emails, which replies quote. */
export type MailJob = { raw: Uint8Array; mailFrom: string };

/**
 * The child process that reads one email, because a hostile email of 4 kB takes 2 s, and the time grows with the
 * cube of its length. It returns null if the email cannot be parsed, and is ended afterwards.
 */
process.on("message", (job: MailJob) => {
  void parseMail(job).then(
    (mail) => process.send?.({ mail }),
    () => process.send?.({ mail: null }),
  );
});
process.send?.("ready");

async function parseMail({ raw, mailFrom }: MailJob): Promise<Mail> {
  const { default: PostalMime } = await import("postal-mime");
  const mail = await PostalMime.parse(raw, { maxNestingDepth: 32 });
  const header = (name: string) =>
    mail.headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase() ?? "";
  const others = ["delivered-to", "x-original-to", "x-forwarded-to", "envelope-to"].map(header);
  const plain = mail.text?.trim() ? mail.text : textOfHtml(mail.html ?? "");
  return {
    messageId: mail.messageId ?? "",
    from: addressesIn(mail.from)[0] ?? "",
    to: [...(mail.to ?? []), ...(mail.cc ?? [])].flatMap(addressesIn).concat(others).map(bare),
    text: replyText(plain, mailFrom),
    attachments: mail.attachments
      // Most inline pictures are logos in signatures.
      .filter(
        ({ disposition, related, mimeType }) =>
          disposition === "attachment" || (!related && mimeType.startsWith("image/")),
      )
      .map(({ content }) => bytesOf(content)),
    automatic:
      !["", "no"].includes(header("auto-submitted")) ||
      /^(?:bulk|junk|list|auto_reply)$/.test(header("precedence")) ||
      header("x-autoreply") !== "" ||
      header("return-path") === "<>",
  };
}

function bytesOf(content: ArrayBuffer | Uint8Array | string): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : new Uint8Array(content);
}

function addressesIn(address: Address | undefined): string[] {
  if (!address) return [];
  return address.group ? address.group.map((one) => one.address) : [address.address];
}

function bare(address: string): string {
  return /<([^<>]*)>/.exec(address)?.[1] ?? address;
}
