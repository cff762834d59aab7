import { clsx } from "clsx";
import { CircleCheck, CirclePause, CircleX, Clock, type LucideIcon, Shield } from "../../ui/icons.tsx";
import type { Channel } from "#contract/channels.ts";

type Look = { label: string; icon: LucideIcon; className: string };

/** S-62 and S-81: each state has a label and an icon, not only a colour. */
const LOOKS = {
  never: { label: "Not checked yet", icon: Clock, className: "border-line-strong text-ink" },
  ok: { label: "In sync", icon: CircleCheck, className: "border-good bg-good-surface text-good" },
  late: { label: "Late", icon: Clock, className: "border-clay text-clay" },
  failing: { label: "Not reachable", icon: CircleX, className: "border-danger bg-danger-surface text-danger" },
  held: { label: "Needs your answer", icon: Shield, className: "border-clay text-clay" },
  paused: { label: "Paused", icon: CirclePause, className: "border-line-strong text-ink-soft" },
} satisfies Record<Channel["health"], Look>;

export function HealthBadge({ health }: Pick<Channel, "health">) {
  const { label, icon: Icon, className } = LOOKS[health];
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1.5 rounded-full border px-3 py-1 text-sm font-semibold whitespace-nowrap",
        className,
      )}
    >
      <Icon className="size-4" />
      {label}
    </span>
  );
}

export function healthLabel(health: Channel["health"]): string {
  return LOOKS[health].label;
}
