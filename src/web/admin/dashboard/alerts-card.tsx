import { clsx } from "clsx";
import { CircleAlert, Info } from "../../ui/icons.tsx";
import { Link } from "wouter";
import type { Alert } from "#contract/analytics.ts";

export function AlertsCard({ items }: { items: Alert[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="needs-you">
      <h2 id="needs-you" className="mb-3 font-serif text-xl">
        Needs your attention
      </h2>
      <ul className="grid gap-3 md:grid-cols-2">
        {items.map((item) => (
          <li key={item.id}>
            <Item item={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Item({ item: { level, title, detail, href } }: { item: Alert }) {
  const warning = level === "warning";
  const Icon = warning ? CircleAlert : Info;
  return (
    <Link
      href={href}
      className={clsx(
        "flex h-full gap-3 rounded-xl border-l-4 p-4",
        warning ? "border-danger bg-danger-surface" : "border-line-strong bg-surface",
      )}
    >
      <Icon className={clsx("mt-0.5 size-5 shrink-0", warning ? "text-danger" : "text-ink-soft")} />
      <span>
        <span className="block font-semibold underline">{title}</span>
        <span className="block text-sm">{detail}</span>
      </span>
    </Link>
  );
}
