import { clsx } from "clsx";
import { Link } from "wouter";
import type { PublicSite } from "#contract/property.ts";
import { hostLang } from "../../lib/host-lang.ts";
import { paths } from "../../lib/paths.ts";
import { PLACE_SIZE } from "../../lib/picture-sizes.ts";
import { say } from "../../lib/say.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Picture } from "../../ui/picture.tsx";

/** SPEC 2 */
export function Treasures({ site }: { site: PublicSite }) {
  const { title, items } = site.treasures;
  const texts = say.landing.treasures;
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="treasures" className="frame pt-section">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
        <h2 id="treasures" lang={hostLang(site, title)} className="serif text-title max-w-[16ch]">
          {title || texts.around}
        </h2>
        <div className="flex max-w-full flex-wrap gap-3">
          <Link href={paths.attractions} className={buttonClass("secondary", "px-6")}>
            {texts.all}
          </Link>
          <Link href={paths.book} className={buttonClass("primary", "px-6")}>
            {texts.book}
          </Link>
        </div>
      </div>
      <ul className="mt-12 grid gap-x-10 gap-y-12 sm:grid-cols-3">
        {items.map((treasure, i) => (
          <li key={treasure.title} className={clsx(i % 3 === 1 && "lg:mt-20", i % 3 === 2 && "lg:mt-8")}>
            {treasure.imageUrl ? (
              <div className="arch aspect-4/5 max-sm:aspect-4/3">
                <Picture
                  src={treasure.imageUrl}
                  alt=""
                  {...PLACE_SIZE}
                  sizes="(min-width: 40rem) 30vw, 94vw"
                  className="size-full"
                />
              </div>
            ) : null}
            <h3 lang={hostLang(site, treasure.title)} className="serif mt-6 text-2xl">
              {treasure.title}
            </h3>
            <p lang={hostLang(site, treasure.text)} className="mt-2 max-w-prose text-ink-soft">
              {treasure.text}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
