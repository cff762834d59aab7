import { Mail, MessageCircle, Phone } from "../ui/icons.tsx";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { PublicProperty, PublicSite } from "#contract/property.ts";
import { paths } from "../lib/paths.ts";
import { hostLang } from "../lib/host-lang.ts";
import { say } from "../lib/say.ts";
import { phoneLink } from "../lib/phone-link.ts";
import { AmenityList } from "./amenity-list.tsx";
import { BackHome } from "./back-home.tsx";
import { type Cottage, useCottage } from "./cottage.ts";
import { HouseTimes } from "./house-times.tsx";
import { NothingToShow } from "./nothing-to-show.tsx";
import { PageIntro } from "./page-intro.tsx";
import { questions } from "./questions.ts";
import { roomPicture } from "./room-picture.ts";

export function GuestInfoPage() {
  const cottage = useCottage();
  if (cottage.is !== "loaded") return <NothingToShow because={cottage.is} />;
  const { property, site } = cottage;
  const texts = say.info.guestInfo;
  return (
    <>
      <PageIntro title={texts.title} lead={texts.lead} {...roomPicture(site.photos, "Interior")} above={<BackHome />} />
      <Part id="times" title={say.info.houseTimes.title} wide>
        <HouseTimes times={site.houseTimes} />
      </Part>
      <Part id="contact" title={texts.contact}>
        <Contact contact={site.contact} />
      </Part>
      {site.wifiNote ? (
        <Part id="wifi" title={texts.wifi}>
          <p lang={hostLang(site, site.wifiNote)} className="text-lead max-w-prose">
            {site.wifiNote}
          </p>
        </Part>
      ) : null}
      {property.amenities.length === 0 ? null : (
        <Part id="amenities" title={texts.amenities}>
          <AmenityList property={property} titles="h3" />
        </Part>
      )}
      {property.houseRules.length === 0 ? null : <Rules property={property} />}
      <Part id="questions" title={texts.questions}>
        <Answers cottage={cottage} />
      </Part>
      {site.emergency.length === 0 ? null : <Emergency site={site} />}
    </>
  );
}

type PartProps = { id: string; title: string; wide?: boolean; children: ReactNode };

function Part({ id, title, wide = false, children }: PartProps) {
  return (
    <section
      aria-labelledby={id}
      className={
        wide
          ? "frame pt-section print:pt-6"
          : "frame grid gap-x-16 gap-y-6 pt-section lg:grid-cols-[1fr_2fr] print:pt-6"
      }
    >
      <h2 id={id} className="serif text-heading">
        {title}
      </h2>
      {wide ? children : <div className="min-w-0">{children}</div>}
    </section>
  );
}

function Contact({ contact }: { contact: PublicSite["contact"] }) {
  const lines = [
    { icon: <Phone />, href: phoneLink(contact.phone), label: contact.phone },
    { icon: <Mail />, href: `mailto:${contact.email}`, label: contact.email },
    { icon: <MessageCircle />, href: contact.social.whatsapp, label: say.frame.whatsapp },
  ].filter((line) => line.href !== "");
  return (
    <address className="not-italic">
      <p className="text-lead">{contact.streetAddress}</p>
      <ul className="mt-3">
        {lines.map((line) => (
          <li key={line.label}>
            <a
              href={line.href}
              rel="noopener noreferrer"
              className="text-link inline-flex min-h-11 max-w-full items-center gap-3"
            >
              <span aria-hidden="true" className="shrink-0 text-clay [&>svg]:size-5">
                {line.icon}
              </span>
              <span className="min-w-0">{line.label}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-3">
        <Link href={paths.location} className="text-link inline-flex min-h-11 items-center">
          {say.info.guestInfo.map}
        </Link>
      </p>
    </address>
  );
}

/** The house rules page shows all of them. */
const RULES_HERE = 5;

function Rules({ property }: { property: PublicProperty }) {
  return (
    <Part id="rules" title={say.info.guestInfo.rules}>
      <ul className="ms-5 list-disc space-y-2 marker:text-clay">
        {property.houseRules.slice(0, RULES_HERE).map((rule) => (
          <li key={rule} lang={hostLang(property, rule)} className="max-w-prose ps-1">
            {rule}
          </li>
        ))}
      </ul>
      <p className="mt-4">
        <Link href={paths.houseRules} className="text-link inline-flex min-h-11 items-center">
          {say.info.guestInfo.allRules}
        </Link>
      </p>
    </Part>
  );
}

function Answers({ cottage }: { cottage: Cottage }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {questions(cottage).map(({ question, answer, quoted }) => {
        const [before, after] = quoted ? answer.split(quoted) : [answer];
        return (
          <div key={question} className="py-5">
            <dt className="serif text-xl">{question}</dt>
            <dd className="mt-1.5 max-w-prose text-ink-soft">
              {before}
              {quoted ? <span lang={hostLang(cottage.site, quoted)}>{quoted}</span> : null}
              {after}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Emergency({ site }: { site: PublicSite }) {
  return (
    <section aria-labelledby="emergency" className="frame pt-section print:pt-6">
      <div className="rounded-3xl border border-danger bg-danger-surface p-6 sm:p-10">
        <h2 id="emergency" className="serif text-heading text-danger">
          {say.info.guestInfo.emergency}
        </h2>
        <dl className="mt-6 grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
          {site.emergency.map((emergency) => (
            <div key={emergency.label}>
              <dt lang={hostLang(site, emergency.label)}>{emergency.label}</dt>
              <dd>
                <a
                  href={phoneLink(emergency.number)}
                  className="serif inline-flex min-h-11 items-center text-2xl font-semibold underline decoration-1 underline-offset-4"
                >
                  {emergency.number}
                </a>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
