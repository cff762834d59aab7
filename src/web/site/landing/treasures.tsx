import { clsx } from "clsx";
import { Link } from "wouter";
import type { PublicProperty } from "#contract/property.ts";
import { paths } from "../../lib/paths.ts";
import { PLACE_SIZE } from "../../lib/picture-sizes.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Picture } from "../../ui/picture.tsx";

/** SPEC 2: three kinds of treasure, each with the picture of the place that stands for it. */
const TREASURES = [
  {
    title: "Sacred temples",
    text: "The Tooth Relic's golden roof, white and gilded Buddhas, and caves where monks still sit.",
    place: "Temple of the Sacred Tooth",
    picture: "/drawings/attractions/temple-of-the-sacred-tooth.svg",
  },
  {
    title: "Botanical gardens",
    text: "Palm avenues, giant bamboo and orchids where the Mahaweli bends around Peradeniya.",
    place: "Royal Botanical Gardens",
    picture: "/drawings/attractions/royal-botanical-gardens.svg",
  },
  {
    title: "Mountain trails",
    text: "Grass ridges over old tea fields, and forest paths that begin behind the palace.",
    place: "Hanthana Mountain Range",
    picture: "/drawings/attractions/hanthana-mountain-range.svg",
  },
];

export function Treasures({ attractions }: { attractions: PublicProperty["localAttractions"] }) {
  return (
    <section aria-labelledby="treasures" className="frame pt-section">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
        <h2 id="treasures" className="serif text-title max-w-[16ch]">
          Explore Kandy's Treasures
        </h2>
        <div className="flex flex-wrap gap-3">
          <Link href={paths.attractions} className={buttonClass("secondary", "px-6")}>
            See All Attractions
          </Link>
          <Link href={paths.book} className={buttonClass("primary", "px-6")}>
            Book Direct & Save
          </Link>
        </div>
      </div>
      <ul className="mt-12 grid gap-x-10 gap-y-12 sm:grid-cols-3">
        {TREASURES.map((treasure, i) => (
          <li key={treasure.title} className={clsx(i === 1 && "lg:mt-20", i === 2 && "lg:mt-8")}>
            <div className="arch aspect-4/5 max-sm:aspect-4/3">
              <Picture
                src={pictureOf(treasure, attractions)}
                alt=""
                {...PLACE_SIZE}
                sizes="(min-width: 40rem) 30vw, 94vw"
                className="size-full"
              />
            </div>
            <h3 className="serif mt-6 text-2xl">{treasure.title}</h3>
            <p className="mt-2 max-w-prose text-ink-soft">{treasure.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The host's own picture of the place where there is one. */
function pictureOf(treasure: (typeof TREASURES)[number], attractions: PublicProperty["localAttractions"]): string {
  return attractions.find((attraction) => attraction.name === treasure.place)?.imageUrl || treasure.picture;
}
