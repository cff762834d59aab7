import type { ReactNode } from "react";
import { paths } from "../lib/paths.ts";
import { textLinkClass } from "../ui/text-link.tsx";

export function SignInFrame({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
      <main id="main" className="w-full max-w-md">
        <div className="rounded-2xl border border-line bg-surface p-6 shadow-sm sm:p-8">
          <div className="mb-6 flex items-center gap-4">
            <Key />
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

/** The drawing in `public/drawings/cottage/logo.svg`, in the accent colour. */
function Key() {
  return (
    <svg viewBox="0 0 64 64" fill="currentColor" aria-hidden="true" className="size-12 shrink-0 text-accent">
      <path
        fillRule="evenodd"
        d="M30 3.8a3 3 0 0 1 4 0l20.6 17a4 4 0 0 1 1.4 3V32a4 4 0 0 1-4 4H36v4h10a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H36v4h6a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H32a4 4 0 0 1-4-4V36H12a4 4 0 0 1-4-4v-8.2a4 4 0 0 1 1.4-3zM32 9.5C24 16 21.5 22 24 27q2 3.2 6.8 3.5V21h2.4v9.5Q38 30.2 40 27c2.5-5 0-11-8-17.5z"
      />
    </svg>
  );
}
