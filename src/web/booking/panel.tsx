import type { ReactNode } from "react";

export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-4 rounded-3xl border border-line bg-surface p-5 sm:p-7 print:break-inside-avoid print:space-y-2 print:p-3">
      <h2 className="serif text-2xl print:text-lg">{title}</h2>
      {children}
    </section>
  );
}

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="space-y-2 print:space-y-1">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}
