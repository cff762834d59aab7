import { CircleCheck, Clock } from "../../ui/icons.tsx";
import type { FeedDelivery } from "#contract/feeds.ts";
import { formatMoment } from "../../lib/format-date.ts";

type Props = { deliveries: FeedDelivery[]; /** Whether the nights are free again. */ free: boolean; timeZone: string };

/** S-71 */
export function DeliveryLines({ deliveries, free, timeZone }: Props) {
  return (
    <ul className="space-y-3">
      {deliveries.map((delivery) => (
        <li key={delivery.channel} className="flex gap-3">
          <Line delivery={delivery} free={free} timeZone={timeZone} />
        </li>
      ))}
    </ul>
  );
}

function Line({ delivery, ...rest }: { delivery: FeedDelivery } & Omit<Props, "deliveries">) {
  const waits = delivery.state === "waiting";
  const Icon = waits ? Clock : CircleCheck;
  return (
    <>
      <Icon className={`mt-0.5 size-5 shrink-0 ${waits ? "text-clay" : "text-good"}`} />
      <div>
        <p className="font-semibold">
          {delivery.name}: {waits ? "waiting" : delivery.state === "delivered" ? "up to date" : "nothing to update"}
        </p>
        <p className="text-sm text-ink-soft">{about(delivery, rest)}</p>
      </div>
    </>
  );
}

function about({ name, state, at }: FeedDelivery, { free, timeZone }: Omit<Props, "deliveries">): string {
  if (state === "never-told") return `${name} has never received these nights from your calendar.`;
  if (state === "delivered" && at) {
    return `${name} has known since ${formatMoment(at, timeZone, "short")} that these nights are ${free ? "free again" : "taken"}.`;
  }
  return free
    ? `${name} keeps these nights closed until it reads your calendar.`
    : `${name} could still sell these nights until it reads your calendar.`;
}
