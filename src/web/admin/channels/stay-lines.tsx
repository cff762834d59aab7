import type { ChannelStay } from "#contract/channels.ts";
import { counted } from "#domain/text/counted.ts";
import { formatSpan } from "../../lib/format-span.ts";
import { paths } from "../../lib/paths.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { effectText } from "./stay-text.ts";

export function StayLines({ stays }: { stays: ChannelStay[] }) {
  const closing = stays.filter((stay) => stay.holds);
  const others = stays.filter((stay) => !stay.holds);
  if (stays.length === 0) return <p>It has no bookings or blocks.</p>;
  return (
    <>
      {closing.length > 0 ? <Lines stays={closing} /> : <p>It doesn't close any nights here right now.</p>}
      {others.length > 0 ? (
        <details className="mt-3">
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold underline">
            {others.length === 1 ? "1 other entry has" : `${others.length} other entries have`} no effect here
          </summary>
          <Lines stays={others} />
        </details>
      ) : null}
    </>
  );
}

function Lines({ stays }: { stays: ChannelStay[] }) {
  return (
    <ul className="divide-y divide-line">
      {stays.map((stay) => (
        <li key={stay.id} className="py-3">
          <TextLink href={paths.admin.channelStay(stay.id)}>{stay.title}</TextLink>
          <p>
            {formatSpan(stay.startsOn, stay.endsOn)}{" "}
            <span className="text-ink-soft">({counted(stay.nights, "night")})</span>
          </p>
          <p className="text-sm text-ink-soft">{effectText(stay)}</p>
        </li>
      ))}
    </ul>
  );
}
