import type { Address } from "postal-mime";
import { textOfHtml } from "#domain/messaging/reply-text.ts";

export type ReceivedMail = {
  messageId: string;
  from: string;
  /** Every address that the mail was sent to. */
  to: string[];
  text: string;
  attachments: number;
  /** Sent by a machine (RFC 3834), as the answer of somebody on holiday. */
  automatic: boolean;
};

/** Reads a mail as mail servers pass it on (RFC 5322). */
export async function readMail(raw: Uint8Array): Promise<ReceivedMail> {
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
    text: plain,
    attachments: mail.attachments.filter(({ disposition }) => disposition === "attachment").length,
    automatic:
      !["", "no"].includes(header("auto-submitted")) ||
      /^(?:bulk|junk|list|auto_reply)$/.test(header("precedence")) ||
      header("x-autoreply") !== "" ||
      header("return-path") === "<>",
  };
}

function addressesIn(address: Address | undefined): string[] {
  if (!address) return [];
  return address.group ? address.group.map((one) => one.address) : [address.address];
}

function bare(address: string): string {
  return /<([^<>]*)>/.exec(address)?.[1] ?? address;
}
