import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../lib/paths.ts";
import { say } from "../lib/say.ts";
import { buttonClass } from "../ui/button.tsx";
import { type Cottage, useCottage } from "./use-cottage.ts";

type Props = {
  title: string;
  lead?: string;
  above?: (cottage: Cottage) => ReactNode;
  children: (cottage: Cottage) => ReactNode;
};

export function BookingScreen({ title, lead, above, children }: Props) {
  const cottage = useCottage();
  if (cottage === null) return <PropertyNotFound />;
  return (
    <>
      {above && cottage ? above(cottage) : null}
      <div className="frame py-6">
        <h1 className="serif text-title">{title}</h1>
        {lead ? <p className="text-lead mt-3 max-w-prose text-ink-soft">{lead}</p> : null}
        <div className="mt-5">{cottage ? children(cottage) : <FormSkeleton />}</div>
      </div>
    </>
  );
}

/** SPEC 2 and 8 */
function PropertyNotFound() {
  const { title, text, back } = say.booking.notFound;
  return (
    <section className="mx-auto max-w-xl space-y-4 px-4 py-16 text-center">
      <h1 className="serif text-title">{title}</h1>
      <p className="text-ink-soft">{text}</p>
      <Link href={paths.home} className={buttonClass()}>
        {back}
      </Link>
    </section>
  );
}

/** About the final size, so that the layout hardly shifts when the cottage has loaded. */
function FormSkeleton() {
  const box = "rounded-3xl bg-sunken motion-safe:animate-pulse";
  return (
    <div role="status" className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
      <span className="sr-only">{say.booking.loading}</span>
      <div className="space-y-6">
        <div className={`${box} h-104`} />
        <div className={`${box} h-112`} />
      </div>
      <div className={`${box} h-160`} />
    </div>
  );
}
