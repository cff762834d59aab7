import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "wouter";
import type { MessagingSetup, ScheduledMessage } from "#contract/messaging.ts";
import { MESSAGE_STATUSES } from "#domain/messaging/message.ts";
import { mailboxQuery, messagesQuery, messagingSetupQuery, POLLED } from "../api/messaging.ts";
import { formatMoment } from "../lib/format-date.ts";
import { paths } from "../lib/paths.ts";
import { Button } from "../ui/button.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { Card } from "./dashboard/card.tsx";
import { LoadError } from "./frame/load-error.tsx";
import { Tiles } from "./frame/tiles.tsx";
import { CHANNEL_LABELS, labelWithRecipient, STATUS_LABELS } from "./messaging/labels.ts";
import { CustomMessagesCard } from "./messaging/custom-messages-card.tsx";
import { MessageDialog } from "./messaging/message-dialog.tsx";
import { MessageList } from "./messaging/message-list.tsx";
import { RatingsCard } from "./messaging/ratings-card.tsx";
import { TextsCard } from "./messaging/texts-card.tsx";
import { MailAccount } from "./messaging/mail-account.tsx";
import { TestMailButton } from "./messaging/test-mail-button.tsx";

/** SPEC 2 */
export function MessagingPage() {
  const messages = useQuery({ ...messagesQuery, ...POLLED });
  const setup = useQuery({ ...messagingSetupQuery, ...POLLED });
  const [open, setOpen] = useState<ScheduledMessage | null>(null);
  const error = messages.error ?? setup.error;
  const client = useQueryClient();
  const shown = [messagesQuery.queryKey, messagingSetupQuery.queryKey, mailboxQuery.queryKey];
  const refresh = () => void Promise.all(shown.map((queryKey) => client.refetchQueries({ queryKey })));
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <TextLink href={paths.admin.dashboard}>Back to Dashboard</TextLink>
          <h1 className="font-serif text-3xl">Automated Messaging</h1>
          <p className="text-ink-soft">Emails and WhatsApp messages to your guests.</p>
        </div>
        <Button look="secondary" disabled={messages.isFetching} onClick={refresh}>
          {messages.isFetching ? "Refreshing..." : "Refresh"}
        </Button>
      </div>
      {error && !(messages.data && setup.data) ? <LoadError error={error} what="the messages" retry={refresh} /> : null}
      {messages.data && setup.data ? (
        <>
          <Tiles label="Messages at a glance" tiles={tilesOf(setup.data.counts)} />
          <Card title="Scheduled messages">
            <Listed
              messages={messages.data}
              total={setup.data.counts.total}
              timeZone={setup.data.timeZone}
              open={setOpen}
            />
          </Card>
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <TextsCard setup={setup.data} />
            <DeliveryMethodsCard setup={setup.data} />
          </div>
          <CustomMessagesCard setup={setup.data} />
          <RatingsCard />
          {setup.data.local ? <MailboxCard timeZone={setup.data.timeZone} /> : null}
          {open ? <MessageDialog message={open} setup={setup.data} onClose={() => setOpen(null)} /> : null}
        </>
      ) : error ? null : (
        <p role="status">Loading messages...</p>
      )}
    </div>
  );
}

function tilesOf({ pending, sent, failed, total }: MessagingSetup["counts"]) {
  return [
    { label: "Pending", value: String(pending) },
    { label: "Sent", value: String(sent) },
    { label: "Failed", value: String(failed) },
    { label: "Total", value: String(total) },
  ];
}

type ListedProps = {
  messages: ScheduledMessage[];
  /** Including the old messages, which `messages` leaves out. */
  total: number;
  timeZone: string;
  open: (message: ScheduledMessage) => void;
};

function Listed({ messages, total, timeZone, open }: ListedProps) {
  const [search, setSearch] = useSearchParams();
  const filter = MESSAGE_STATUSES.find((status) => status === search.get("show")) ?? null;
  if (messages.length === 0) {
    return (
      <>
        <p className="font-semibold">No scheduled messages found</p>
        <p className="mt-1 text-ink-soft">Messages will appear when bookings are created.</p>
      </>
    );
  }
  const shown = filter ? messages.filter(({ status }) => status === filter) : messages;
  return (
    <>
      <p>{nextInWords(messages, timeZone)}</p>
      <div role="group" aria-label="Which messages are shown" className="my-3 flex flex-wrap gap-2">
        {[null, ...MESSAGE_STATUSES].map((status) => (
          <Button
            key={status ?? "all"}
            look={status === filter ? "primary" : "secondary"}
            aria-pressed={status === filter}
            onClick={() => setSearch(status ? { show: status } : {}, { replace: true })}
          >
            {status ? STATUS_LABELS[status] : "All"}
          </Button>
        ))}
      </div>
      {shown.length > 0 ? (
        <MessageList key={filter} messages={shown} timeZone={timeZone} open={open} />
      ) : (
        <p className="py-3 text-ink-soft">No messages with the status “{filter ? STATUS_LABELS[filter] : "All"}”.</p>
      )}
      {total > messages.length && filter !== "pending" && filter !== "failed" ? (
        <p className="mt-3 text-ink-soft">Older messages that were sent or skipped are not listed here.</p>
      ) : null}
    </>
  );
}

function nextInWords(messages: ScheduledMessage[], timeZone: string): string {
  const [next] = messages.filter(({ status }) => status === "pending");
  if (!next) return "No messages waiting.";
  const what = `${labelWithRecipient(next)} by ${CHANNEL_LABELS[next.channel]}`;
  return `Next: ${what}, ${formatMoment(next.nextTryAt ?? next.scheduledFor, timeZone, "short")}.`;
}

function DeliveryMethodsCard({ setup }: { setup: MessagingSetup }) {
  return (
    <Card title="How messages are sent">
      <dl className="divide-y divide-line">
        <Method name="Email" method={setup.email} local={setup.local} />
        <Method name="WhatsApp" method={setup.whatsapp} local={setup.local} />
      </dl>
      {setup.links ? null : (
        <p className="mt-2 rounded-lg bg-sunken p-3">
          Messages have no links yet, because the site doesn't know its public address. Ask whoever runs it to set
          PUBLIC_URL and restart it.
        </p>
      )}
      <MailAccount />
      {setup.email.configured ? (
        <TestMailButton to={setup.testEmailTo} disabled={setup.email.problem !== null} />
      ) : null}
    </Card>
  );
}

function Method({ name, method, local }: { name: string; method: MessagingSetup["email"]; local: boolean }) {
  const working = local ? "Saved here, not sent" : "Ready";
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-2">
      <dt className="font-medium">{name}</dt>
      <dd className={method.problem || local ? "text-ink-soft" : "text-good"}>{method.problem ?? working}</dd>
    </div>
  );
}

/** A WhatsApp message has no subject, so the server puts the name of the template there. */
const titleOf = (subject: string) =>
  subject.replace(/^Template latchkey_(\w+)$/, (_, name: string) => `WhatsApp template: ${name.replaceAll("_", " ")}`);

/** In a demo or with LOCAL_MAILBOX, messages are kept instead of being sent. */
function MailboxCard({ timeZone }: { timeZone: string }) {
  const mailbox = useQuery({ ...mailboxQuery, ...POLLED });
  return (
    <Card title="Local mailbox">
      <p className="text-ink-soft">Messages are kept here instead of being sent. You can read them below.</p>
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
