import type { ReactNode } from "react";
import { Picture } from "../ui/picture.tsx";

type Props = {
  title: string;
  lead: ReactNode;
  /** Decorative; the size is in pixels. */
  picture?: { src: string; width: number; height: number };
  above?: ReactNode;
  /** Shown if there is no picture. */
  aside?: ReactNode;
  children?: ReactNode;
};

export function PageIntro({ title, lead, picture, above, aside, children }: Props) {
  return (
    <div className="frame pt-8 sm:pt-14 print:pt-0">
      {above}
      <div className="grid items-end gap-x-16 gap-y-8 lg:grid-cols-[5fr_6fr]">
        <div className="lg:pb-4">
          <h1 className="serif text-display">{title}</h1>
          {lead ? <p className="text-lead mt-5 max-w-[44ch] text-ink-soft">{lead}</p> : null}
          {children}
        </div>
        {picture ? (
          <Picture {...picture} alt="" first className="aspect-3/2 w-full rounded-3xl lg:aspect-16/10 print:hidden" />
        ) : (
          aside
        )}
      </div>
    </div>
  );
}
