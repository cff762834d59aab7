import { useQuery } from "@tanstack/react-query";
import type { Terms } from "#contract/terms.ts";
import { AS_RENDERED } from "../api/client.ts";
import { termsQuery } from "../api/terms.ts";
import { formatTime } from "../lib/format-date.ts";
import { paths } from "../lib/paths.ts";
import { say } from "../lib/say.ts";
import { Prose } from "../ui/prose.tsx";
import { useCottage } from "./cottage.ts";
import { NothingToShow } from "./nothing-to-show.tsx";
import { linkTo, Part, TextPage } from "./text-page.tsx";

/** For a booking made now; the host can add a text. */
export function CancellationPage() {
  const cottage = useCottage();
  const { data: terms } = useQuery({ ...termsQuery, ...AS_RENDERED });
  if (cottage.is !== "loaded") return <NothingToShow because={cottage.is} />;
  if (!terms) return <NothingToShow because="error" />;
  const texts = say.terms.policy;
  return (
    <TextPage title={texts.title} lead={texts.lead}>
      <Part title={texts.costs}>
        <Fees steps={terms.cancellation} />
        <p className="text-ink-soft">{texts.countedFrom(formatTime(cottage.site.houseTimes.checkInFrom))}</p>
        <p>{texts.noShow}</p>
        <p>{terms.policyAnew ? texts.keepsUntilChanged : texts.keeps}</p>
      </Part>
      <Part title={texts.how}>
        <p>{texts.ownPage}</p>
        <p>{linkTo(paths.findBooking)(say.frame.findBooking)}</p>
        <p>{texts.change}</p>
      </Part>
      <Part title={texts.refunds}>
        <p>{terms.payment ? texts.toCard : texts.byUs}</p>
        {terms.payment?.cancelUnpaid ? <p>{say.terms.cancelUnpaid}</p> : null}
        <p>{terms.payment?.cancelUnpaid ? texts.weCancelElse : texts.weCancel}</p>
      </Part>
      {terms.cancellationHtml ? (
        <Part title={texts.own}>
          <Prose html={terms.cancellationHtml} lang={terms.cancellationLanguage} />
        </Part>
      ) : null}
      <p>{linkTo(paths.terms)(texts.terms)}</p>
    </TextPage>
  );
}

type Step = Terms["cancellation"][number];

function Fees({ steps }: { steps: Step[] }) {
  const texts = say.terms.policy;
  const [first] = steps;
  const rows = [
    ...(first ? [[beforeText(first), texts.free] as const] : []),
    ...steps.map((step) => [fromText(step), feeText(step)] as const),
  ];
  return (
    <table className="w-full text-left">
      <thead>
        <tr className="border-b border-line-strong">
          <th scope="col" className="py-2 pr-4 font-semibold">
            {texts.when}
          </th>
          <th scope="col" className="py-2 font-semibold">
            {texts.fee}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([when, fee]) => (
          <tr key={when} className="border-b border-line align-top">
            <th scope="row" className="py-3 pr-4 font-normal">
              {when}
            </th>
            <td className="py-3 font-semibold">{fee}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function beforeText({ fromHoursBefore }: Step): string {
  const { beforeCheckIn, earlier } = say.terms.policy;
  return fromHoursBefore === 0 ? beforeCheckIn : earlier(fromHoursBefore);
}

function fromText({ fromHoursBefore }: Step): string {
  const { fromCheckIn, later } = say.terms.policy;
  return fromHoursBefore === 0 ? fromCheckIn : later(fromHoursBefore);
}

function feeText(step: Step): string {
  const { nights, percent, wholePrice } = say.terms.policy;
  if (!("percent" in step)) return nights(step.nights);
  return step.percent === 10_000 ? wholePrice : percent(step.percent);
}
