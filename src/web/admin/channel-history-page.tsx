import { counted } from "#domain/text/counted.ts";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import type { listRuns } from "#contract/channels.ts";
import type { ResponseBody } from "#contract/endpoint.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";
import { channelsQuery } from "../api/channel-list.ts";
import { bodyAddress, runsQuery } from "../api/channels.ts";
import { formatMoment } from "../lib/format-date.ts";
import { formatLength } from "../lib/format-ago.ts";
import { paths } from "../lib/paths.ts";
import { Button } from "../ui/button.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { TextField } from "../ui/text-field.tsx";
import { TextLink, textLinkClass } from "../ui/text-link.tsx";
import { ChangeLine } from "./channels/change-line.tsx";
import { DownloadLink } from "./frame/download-link.tsx";
import { Loaded } from "./frame/loaded.tsx";
import type { BodyState } from "#domain/channels/bad-reading.ts";

const RUN_STATES = {
  ok: "Read",
  unchanged: "Nothing new",
  not_ical: "The link didn't return a calendar",
  empty_body: "The response was empty",
  truncated: "The calendar was incomplete",
  too_large: "Too large",
  too_many: "Too many entries",
  http_error: "The platform returned an error",
  network_error: "We couldn't reach the platform",
  refused_address: "This link isn't allowed",
  timeout: "The platform took too long",
  other_calendar: "A different calendar",
  own_calendar: "Latchkey's own calendar",
  import_failed: "An error in Latchkey",
} satisfies Record<BodyState, string>;

type Runs = ResponseBody<typeof listRuns>;

/**
 * S-82. At first, only reads that failed, changed something or kept nights closed despite the calendar are listed. The
 * filters are kept in the URL.
 */
export function ChannelHistoryPage() {
  const [address, setAddress] = useSearchParams();
  const on = address.get("on") ?? "";
  const filter = {
    channel: address.get("channel") ?? "",
    on,
    show: address.get("show") === "all" ? "all" : "changes",
  } as const;
  const before = address.get("before");
  const runs = useQuery(
    runsQuery({
      show: filter.show,
      ...(filter.channel ? { channelId: filter.channel } : {}),
      ...(isLocalDate(on) ? { on } : {}),
      ...(before ? { before } : {}),
    }),
  );
  const choose = (next: Partial<typeof filter>) => {
    const { channel, on: day, show } = { ...filter, ...next };
    setAddress(
      { ...(channel ? { channel } : {}), ...(day ? { on: day } : {}), ...(show === "all" ? { show } : {}) },
      { replace: true },
    );
  };
  return (
    <div className="space-y-5">
      <div>
        <TextLink href={paths.admin.channels}>Back to Channels</TextLink>
        <h1 className="font-serif text-3xl">Channel history</h1>
        <p className="text-ink-soft">When we checked the platforms' calendars, and what changed.</p>
      </div>
      <Filters filter={filter} choose={choose} />
      <Loaded query={runs} what="the history" loading="Loading history...">
        {(data) => (
          <>
            <RunList runs={data} show={filter.show} />
            <div className="flex flex-wrap gap-2">
              {before ? (
                <Button look="secondary" onClick={() => choose({})}>
                  Newest
                </Button>
              ) : null}
              {data.more ? (
                <Button
                  look="secondary"
                  onClick={() =>
                    setAddress((now) => {
                      now.set("before", data.runs.at(-1)?.startedAt ?? "");
                      return now;
                    })
                  }
                >
                  Older
                </Button>
              ) : null}
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}

type Filter = { channel: string; on: string; show: "all" | "changes" };

function Filters({ filter, choose }: { filter: Filter; choose: (next: Partial<Filter>) => void }) {
  const channels = useQuery(channelsQuery);
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SelectField
        label="Channel"
        value={filter.channel}
        options={[["", "All"], ...(channels.data?.channels ?? []).map(({ id, name }) => [id, name] as const)]}
        onChange={(channel) => choose({ channel })}
      />
      <TextField label="Day" type="date" value={filter.on} onChange={(on) => choose({ on })} />
      <SelectField
        label="Checks"
        value={filter.show}
        options={[
          ["changes", "Changed something or failed"],
          ["all", "All"],
        ]}
        onChange={(show) => choose({ show })}
      />
    </div>
  );
}

function RunList({ runs: { runs, timeZone }, show }: { runs: Runs; show: Filter["show"] }) {
  if (runs.length === 0) {
    return (
      <p className="rounded-xl bg-sunken p-5">
        {show === "all"
          ? "No checks found."
          : "Nothing failed and nothing changed. To see every check, choose “All” under Checks."}
      </p>
    );
  }
  return (
    <ol className="space-y-3">
      {runs.map((run) => (
        <li key={run.id}>
          <Run run={run} timeZone={timeZone} />
        </li>
      ))}
    </ol>
  );
}

function Run({ run, timeZone }: { run: Runs["runs"][number]; timeZone: string }) {
  return (
    <article
      aria-label={`${run.channelName}, ${formatMoment(run.startedAt, timeZone, "short")}`}
      className="rounded-xl border border-line bg-surface p-4"
    >
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">{run.channelName}</span>
        <time dateTime={run.startedAt} className="text-ink-soft">
          {formatMoment(run.startedAt, timeZone, "short")}
        </time>
      </p>
      <p>{run.result}</p>
      <p className="text-sm text-ink-soft">
        {RUN_STATES[run.state]}
        {run.httpStatus === null ? "" : `, status ${run.httpStatus}`} · {counted(run.events, "event")} ·{" "}
        {counted(run.bytes, "byte")} · {run.duration < 1000 ? `${run.duration} ms` : formatLength(run.duration)}
        {run.held ? " · held back" : ""}
        {run.errors > 0 ? ` · ${run.errors} unreadable` : ""}
      </p>
      {run.changes.length > 0 ? (
        <ul className="mt-3 space-y-3 border-l-2 border-line pl-4">
          {run.changes.map((change) => (
            <li key={change.id}>
              <TextLink href={paths.admin.channelStay(change.stayId)}>{change.title}</TextLink>
              <ChangeLine change={change} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      ) : null}
      {run.hasBody ? (
        <DownloadLink href={bodyAddress(run.id)} className={textLinkClass}>
          Download the calendar we received
        </DownloadLink>
      ) : null}
    </article>
  );
}
