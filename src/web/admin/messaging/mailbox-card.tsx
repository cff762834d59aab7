import { useQuery } from "@tanstack/react-query";
import { mailboxQuery, POLLED } from "../../api/messaging.ts";
import { formatMoment } from "../../lib/format-date.ts";
import { Card } from "../dashboard/card.tsx";
import { CHANNEL_LABELS } from "./labels.ts";

/** A WhatsApp message has no subject, so the server puts the name of the template there. */
const titleOf = (subject: string) =>
  subject.replace(/^Template latchkey_(\w+)$/, (_, name: string) => `WhatsApp template: ${name.replaceAll("_", " ")}`);

/** Messages that are kept here instead of being sent. This happens in a demo or with LOCAL_MAILBOX. */
export function MailboxCard({ timeZone }: { timeZone: string }) {
  const mailbox = useQuery({ ...mailboxQuery, ...POLLED });
  return (
    <Card title="Local mailbox">
      <p className="text-ink-soft">Emails are kept here instead of being sent. You can read them below.</p>
      {mailbox.data?.length === 0 ? <p className="mt-3">It's empty.</p> : null}
      <ul className="mt-2 divide-y divide-line">
        {mailbox.data?.map((email) => (
          <li key={email.id}>
            <details className="py-3">
              <summary className="min-h-8 cursor-pointer wrap-anywhere">
                <span className="font-semibold">{titleOf(email.subject)}</span>
                <span className="block text-sm text-ink-soft">
                  {email.recipient} · {CHANNEL_LABELS[email.channel]} · {formatMoment(email.at, timeZone, "short")}
                </span>
              </summary>
              <p className="mt-2 rounded-lg bg-sunken p-3 wrap-anywhere whitespace-pre-line">{email.content}</p>
            </details>
          </li>
        ))}
      </ul>
    </Card>
  );
}
