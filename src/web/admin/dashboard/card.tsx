import { type ReactNode, useId } from "react";

export function Card({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-2xl border border-line bg-surface p-5">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={id} className="font-serif text-xl">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
