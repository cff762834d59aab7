import { Link } from "wouter";
import { paths } from "../lib/paths.ts";
import { hostLang } from "../lib/host-lang.ts";
import { rich } from "../lib/rich.tsx";
import { say } from "../lib/say.ts";
import { BackHome } from "./back-home.tsx";
import { useCottage } from "./cottage.ts";
import { HouseTimes } from "./house-times.tsx";
import { NothingToShow } from "./nothing-to-show.tsx";
import { PageIntro } from "./page-intro.tsx";
import { roomPicture } from "./room-picture.ts";

export function HouseRulesPage() {
  const cottage = useCottage();
  if (cottage.is !== "loaded") return <NothingToShow because={cottage.is} />;
  const { property, site } = cottage;
  const texts = say.info.houseRules;
  return (
    <>
      <PageIntro
        title={texts.title}
        lead={texts.lead(property.name)}
        {...roomPicture(site.photos, "Amenities")}
        above={<BackHome />}
      />
      <section aria-labelledby="times" className="frame pt-section print:pt-6">
        <h2 id="times" className="serif text-heading">
          {say.info.houseTimes.title}
        </h2>
        <HouseTimes times={site.houseTimes} />
      </section>
      <section
        aria-labelledby="rules"
        className="frame grid gap-x-16 gap-y-6 pt-section lg:grid-cols-[1fr_2fr] print:pt-6"
      >
        <h2 id="rules" className="serif text-heading">
          {texts.rules}
        </h2>
        {property.houseRules.length === 0 ? (
          <p>{texts.none}</p>
        ) : (
          <ol className="divide-y divide-line border-y border-line">
            {property.houseRules.map((rule, i) => (
              <li key={rule} className="flex gap-5 py-4.5 break-inside-avoid sm:gap-8 print:py-1.5">
                <span aria-hidden="true" className="serif w-8 shrink-0 text-end text-2xl leading-7 text-clay">
                  {i + 1}
                </span>
                <span lang={hostLang(property, rule)} className="text-lead max-w-prose min-w-0 leading-7">
                  {rule}
                </span>
              </li>
            ))}
          </ol>
        )}
      </section>
      <p className="frame pt-10 text-ink-soft print:hidden">
        {rich(texts.questions, {
          link: (words) => (
            <Link href={paths.guestInfo} className="text-link text-ink">
              {words}
            </Link>
          ),
        })}
      </p>
    </>
  );
}
