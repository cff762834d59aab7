import { ArrowRight } from "../../ui/icons.tsx";
import { Link } from "wouter";
import { paths } from "../../lib/paths.ts";
import { say } from "../../lib/say.ts";

/** SPEC 2 */
function links() {
  const texts = say.landing.plan;
  return [
    { href: paths.guestInfo, title: texts.guestInfo, caption: texts.guestInfoAbout },
    { href: paths.attractions, title: texts.attractions, caption: texts.attractionsAbout },
    { href: paths.location, title: texts.location, caption: texts.locationAbout },
    { href: paths.houseRules, title: texts.houseRules, caption: texts.houseRulesAbout },
  ];
}

export function PlanYourStay() {
  return (
    <section aria-labelledby="plan" className="frame pt-section">
      <h2 id="plan" className="serif text-heading">
        {say.landing.plan.title}
      </h2>
      <ul className="mt-6 grid border-t border-line-strong sm:grid-cols-2 sm:gap-x-10 lg:grid-cols-4">
        {links().map((link) => (
          <li key={link.href} className="border-b border-line lg:border-b-0">
            <Link href={link.href} className="group flex min-h-24 items-center gap-4 py-5 lg:min-h-36 lg:items-start">
              <span className="min-w-0 flex-1">
                <span className="serif block text-xl decoration-clay decoration-2 underline-offset-4 group-hover:underline lg:text-2xl">
                  {link.title}
                </span>
                <span className="mt-1 block text-ink-soft">{link.caption}</span>
              </span>
              <ArrowRight className="mt-1 size-6 shrink-0 text-clay transition-transform group-hover:translate-x-1 motion-reduce:transition-none" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
