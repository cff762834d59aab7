import { type ReactNode, useId } from "react";

export function Section({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      id={`section-${title.toLowerCase().replaceAll(" ", "-")}`}
      tabIndex={-1}
      aria-labelledby={id}
      className="scroll-mt-24 rounded-2xl border border-line bg-surface p-5 sm:p-6"
    >
      <h2 id={id} className="font-serif text-xl">
        {title}
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">{about}</p>
      {children}
    </section>
  );
}
