import type { ReactNode } from "react";
import { paths } from "../lib/paths.ts";
import { Logo } from "../ui/logo.tsx";
import { textLinkClass } from "../ui/text-link.tsx";

export function SignInFrame({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
      <main id="main" className="w-full max-w-md">
        <div className="rounded-2xl border border-line bg-surface p-6 shadow-sm sm:p-8">
          <div className="mb-6 flex items-center gap-4">
            <Logo className="size-12 shrink-0 text-accent" />
            <div>
              <p className="text-sm text-ink-soft">Host portal</p>
              <h1 className="font-serif text-2xl leading-tight">{title}</h1>
            </div>
          </div>
          {lead ? <p className="mb-5 text-ink-soft">{lead}</p> : null}
          {children}
        </div>
        <p className="mt-6 text-center text-sm text-ink-soft">Authorized personnel only</p>
        <p className="text-center text-sm">
          <a href={paths.home} className={textLinkClass}>
            Back to the website
          </a>
        </p>
      </main>
    </div>
  );
}
