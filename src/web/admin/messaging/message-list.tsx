import { clsx } from "clsx";
import { useState } from "react";
import { Link } from "wouter";
import type { ScheduledMessage } from "#contract/messaging.ts";
import type { MessageStatus } from "#domain/messaging/message.ts";
import { formatMoment } from "../../lib/format-date.ts";
import { paths } from "../../lib/paths.ts";
import { Button } from "../../ui/button.tsx";
import { CHANNEL_LABELS, labelOf, STATUS_LABELS } from "./labels.ts";

const FIRST = 8;
const PAGE = 25;

type Props = { messages: ScheduledMessage[]; timeZone: string; open: (message: ScheduledMessage) => void };

export function MessageList({ messages, timeZone, open }: Props) {
  const [shown, setShown] = useState(FIRST);
  return (
    <>
      <ul className="divide-y divide-line">
        {messages.slice(0, shown).map((message) => (
          <Row key={message.id} message={message} timeZone={timeZone} open={open} />
        ))}
      </ul>
      {messages.length > shown ? (
        <Button look="secondary" className="mt-4" onClick={() => setShown(shown + PAGE)}>
          Show {Math.min(PAGE, messages.length - shown)} more
        </Button>
      ) : null}
    </>
  );
}

function Row({ message, timeZone, open }: Omit<Props, "messages"> & { message: ScheduledMessage }) {
  const { status, retryCount, bookingId, reference } = message;
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-3">
      <div className="w-full">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{labelOf(message)}</span>
          <StatusBadge status={status} />
          {message.rewritten ? <span className="text-sm text-ink-soft">Edited</span> : null}
        </p>
        <p className="text-sm">
          <time dateTime={message.scheduledFor}>{formatMoment(message.scheduledFor, timeZone, "short")}</time>
          {" · "}
          <Marker message={message} timeZone={timeZone} />
        </p>
      </div>
      <div className="min-w-0 flex-1">
        <p className="text-sm wrap-anywhere text-ink-soft">
          {bookingId ? (
            <>
              <Link href={paths.admin.booking(bookingId)} className="font-medium text-ink underline">
                Booking #{reference}
              </Link>
              {" · "}
            </>
          ) : null}
          {message.to} by {CHANNEL_LABELS[message.channel]}
        </p>
        {retryCount > 0 ? (
          <p className="text-sm">
            Retry attempts: {retryCount}
            {message.nextTryAt ? `, next try ${formatMoment(message.nextTryAt, timeZone, "short")}` : ""}
          </p>
        ) : null}
        {message.note ? (
          <p className={clsx("text-sm wrap-anywhere", status === "failed" && "font-semibold text-danger")}>
            {message.note}
          </p>
        ) : null}
        {message.maybeTwice && status === "sent" ? (
          <p className="text-sm">The server was interrupted while sending, so this may arrive twice.</p>
        ) : null}
      </div>
      <Button look="secondary" onClick={() => open(message)}>
        {status === "sent" ? "View" : "Open"}
        <span className="sr-only">
          {" "}
          {labelOf(message)}
          {message.messageType === "host_notice" ? "" : ` for ${message.to}`}
        </span>
      </Button>
    </li>
  );
}

/** SPEC 2 */
function Marker({ message, timeZone }: { message: ScheduledMessage; timeZone: string }) {
  if (message.sentAt) {
    return (
      <span>{`Sent ${formatMoment(message.sentAt, timeZone, "short")}${message.delivery ? `, ${message.delivery}` : ""}`}</span>
    );
  }
  if (message.status === "skipped") return <span>Not sent</span>;
  return <span>{message.pastDue ? "Past due" : "Scheduled"}</span>;
}

const LOOKS = {
  pending: "border-line bg-sunken text-ink",
  sent: "border-good bg-good-surface text-good",
  failed: "border-danger bg-danger-surface text-danger",
  skipped: "border-line text-ink-soft",
} satisfies Record<MessageStatus, string>;

function StatusBadge({ status }: { status: MessageStatus }) {
  return (
    <span className={clsx("rounded-full border px-2.5 py-0.5 text-sm font-semibold", LOOKS[status])}>
      {STATUS_LABELS[status]}
    </span>
  );
}
