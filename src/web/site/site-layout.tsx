import type { ReactNode } from "react";
import { say } from "../lib/say.ts";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

export function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="fixed start-2 bottom-full z-50 rounded-lg bg-accent px-5 py-3 font-semibold text-accent-ink focus:top-2 focus:bottom-auto print:hidden"
      >
        {say.frame.skip}
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1} className="min-h-[60vh]">
        {children}
      </main>
      <SiteFooter />
    </>
  );
}
