import { isLocalDate } from "#domain/calendar/local-date.ts";
import { formatMoment } from "../../lib/format-date.ts";
import { formatSpan } from "../../lib/format-span.ts";

type Change = { at: string; actor: string; event: string; before: string; after: string };

export function ChangeLine({ change, timeZone }: { change: Change; timeZone: string }) {
  const [before, after] = [nightsText(change.before), nightsText(change.after)];
  return (
    <>
      <p className="wrap-anywhere">{change.event}</p>
      {before && after && before !== after ? (
        <p className="text-sm">
          <s>{before}</s> <span aria-hidden="true">→</span> <span className="sr-only">now</span> {after}
        </p>
      ) : before || after ? (
        <p className="text-sm">{after || before}</p>
      ) : null}
      <p className="text-sm text-ink-soft">
        {change.actor}, <time dateTime={change.at}>{formatMoment(change.at, timeZone, "short")}</time>
      </p>
    </>
  );
}

/** `nights` is like `2026-12-01/2026-12-05`. */
function nightsText(nights: string): string {
  const [from, to] = nights.split("/");
  return isLocalDate(from) && isLocalDate(to) ? formatSpan(from, to) : nights;
}
