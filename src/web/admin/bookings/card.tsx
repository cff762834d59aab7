import { clsx } from "clsx";
import { type ReactNode, useId } from "react";

export function Card({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={clsx("rounded-xl border border-line bg-surface p-4 sm:p-5", className)}>
      <h2 id={id} className="mb-3 font-serif text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
