import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import type { ChannelStayDetail } from "#contract/channels.ts";
import { channelStayQuery, decideMissingStay } from "../api/channels.ts";
import { statusOf } from "../api/client.ts";
import { counted } from "#domain/text/counted.ts";
import { formatDay, formatMoment } from "../lib/format-date.ts";
import { formatCurrency } from "../lib/format-money.ts";
import { paths } from "../lib/paths.ts";
import { Button } from "../ui/button.tsx";
import { TextLink, textLinkClass } from "../ui/text-link.tsx";
import { ActError } from "./bookings/act-error.tsx";
import { SourceBadge } from "./bookings/badges.tsx";
import { Card, Fact, Facts } from "./bookings/card.tsx";
import { ChangeLine } from "./channels/change-line.tsx";
import { KIND_LABELS } from "./channels/preview-shown.tsx";
import { StayForm } from "./channels/stay-form.tsx";
import { effectText } from "./channels/stay-text.ts";
import { useChannelAct } from "./channels/use-channel-act.ts";
import { Loaded } from "./frame/loaded.tsx";

export function ChannelStayPage() {
  const { stayId = "" } = useParams();
  const stay = useQuery(channelStayQuery(stayId));
  return (
    <div className="space-y-5">
      <TextLink href={stay.data ? paths.admin.channel(stay.data.channelId) : paths.admin.channels}>
        Back to {stay.data?.channelName ?? "Channels"}
      </TextLink>
      {!stay.data && statusOf(stay.error) === 404 ? (
        <section className="space-y-3">
          <h1 className="font-serif text-3xl">Stay not found</h1>
          <p>We couldn't find this stay.</p>
        </section>
      ) : (
        <Loaded query={stay} what="the stay" loading="Loading stay..." heading="Imported stay">
          {(data) => <Shown key={data.id} stay={data} />}
        </Loaded>
      )}
    </div>
  );
}

function Shown({ stay }: { stay: ChannelStayDetail }) {
  return (
    <>
      <div className="space-y-2">
        <h1 className="font-serif text-3xl wrap-anywhere">{stay.guestName || stay.title}</h1>
        <div className="flex flex-wrap items-center gap-2">
          <SourceBadge source={stay.platform} />
          <span className="font-semibold">{effectText(stay)}</span>
        </div>
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <div className="space-y-5">
          {stay.state === "missing" ? <Missing stay={stay} /> : null}
          {stay.mirrors.length > 0 ? <Mirrors stay={stay} /> : null}
          <Nights stay={stay} />
          <StayForm stay={stay} />
        </div>
        <Card title="History">
          <ol className="space-y-3 border-l-2 border-line pl-4">
            {stay.history.map((change) => (
              <li key={change.id}>
                <ChangeLine change={change} timeZone={stay.timeZone} />
              </li>
            ))}
          </ol>
        </Card>
      </div>
    </>
  );
}

function Nights({ stay }: { stay: ChannelStayDetail }) {
  return (
    <Card title="As the platform shows it">
      <Facts>
        <Fact name="Arrives">{formatDay(stay.startsOn)}</Fact>
        <Fact name="Leaves">{formatDay(stay.endsOn)}</Fact>
        <Fact name="Nights">{counted(stay.nights, "night")}</Fact>
        <Fact name="Kind">{KIND_LABELS[stay.kind]}</Fact>
        {stay.code ? <Fact name="Code">{stay.code}</Fact> : null}
        {stay.phoneDigits ? <Fact name="Phone ends in">{stay.phoneDigits}</Fact> : null}
        <Fact name="Amount">
          {stay.amount === null ? "Unknown" : formatCurrency(Number(stay.amount), stay.currency)}
        </Fact>
        <Fact name="Original text">{stay.summary || "None"}</Fact>
        <Fact name="First seen">{formatMoment(stay.firstSeenAt, stay.timeZone, "short")}</Fact>
        <Fact name="Last seen">{formatMoment(stay.lastSeenAt, stay.timeZone, "short")}</Fact>
      </Facts>
      <p className="mt-3 flex flex-wrap gap-x-4">
        {stay.link ? (
          <a href={stay.link} target="_blank" rel="noreferrer" className={textLinkClass}>
            Open on the platform
          </a>
        ) : null}
        {stay.bookingId ? (
          <TextLink href={paths.admin.booking(stay.bookingId)}>Open the linked booking</TextLink>
        ) : null}
      </p>
    </Card>
  );
}

/** S-44: entries on other platforms that are probably the same booking. */
function Mirrors({ stay }: { stay: ChannelStayDetail }) {
  return (
    <section aria-labelledby="mirrors" className="space-y-2 rounded-xl bg-sunken p-4 sm:p-5">
      <h2 id="mirrors" className="font-serif text-xl">
        Probably the same booking
      </h2>
      <p>
        Another platform shows exactly the same nights, and one of the two entries isn't marked as a booking. It may be
        a copy of the other, so we don't count this as a double booking.
      </p>
      <ul>
        {stay.mirrors.map(({ id, title }) => (
          <li key={id}>
            <TextLink href={paths.admin.channelStay(id)}>{title}</TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** S-37: the stay is no longer in the platform's calendar. */
function Missing({ stay }: { stay: ChannelStayDetail }) {
  const send = useChannelAct((decision: "release" | "keep") => decideMissingStay(stay, decision), {
    done: "Saved in the history",
    failed: "Nothing changed",
  });
  return (
    <section aria-labelledby="missing" className="space-y-3 rounded-xl border border-clay bg-surface p-4 sm:p-5">
      <h2 id="missing" className="font-serif text-xl">
        {stay.isStay ? "This stay is" : "These nights are"} no longer in the platform's calendar
      </h2>
      <p>
        {stay.kept
          ? "You chose to keep these nights closed. If you no longer need them, free them."
          : stay.mayBeInHouse
            ? "Your guest may be staying now, so these nights stay closed until you free them."
            : "These nights stay closed until we're sure. If you already know, tell us."}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button disabled={send.isPending} onClick={() => send.mutate("release")}>
          {!stay.isStay
            ? "Free the nights"
            : stay.hasBegun
              ? "The guest has left: free the nights"
              : "It's cancelled: free the nights"}
        </Button>
        {stay.kept ? null : (
          <Button look="secondary" disabled={send.isPending} onClick={() => send.mutate("keep")}>
            Keep the nights closed
          </Button>
        )}
      </div>
      <ActError error={send.error} />
    </section>
  );
}
