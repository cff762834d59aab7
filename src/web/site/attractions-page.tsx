import { Clock, MapPin } from "../ui/icons.tsx";
import { Link } from "wouter";
import type { AttractionImage } from "#contract/shown-pictures.ts";
import type { PublicProperty } from "#contract/property.ts";
import { placeOf } from "#domain/property/attraction-image.ts";
import { useQuery } from "@tanstack/react-query";
import { AS_RENDERED } from "../api/client.ts";
import { attractionImagesQuery } from "../api/shown-pictures.ts";
import { paths } from "../lib/paths.ts";
import { PLACE_SIZE } from "../lib/picture-sizes.ts";
import { hostLang } from "../lib/host-lang.ts";
import { say } from "../lib/say.ts";
import { buttonClass } from "../ui/button.tsx";
import { type Photo, photoAnchor } from "../ui/photo.ts";
import { PhotoStrip } from "../ui/photo-strip.tsx";
import { PhotoWall } from "../ui/photo-wall.tsx";
import { BackHome } from "./back-home.tsx";
import { useCottage } from "./cottage.ts";
import { NothingToShow } from "./nothing-to-show.tsx";
import { PageIntro } from "./page-intro.tsx";
import { Picture } from "../ui/picture.tsx";

type Attraction = PublicProperty["localAttractions"][number];

export function AttractionsPage() {
  const cottage = useCottage();
  const images = useQuery({ ...attractionImagesQuery, ...AS_RENDERED }).data ?? [];
  if (cottage.is !== "loaded") return <NothingToShow because={cottage.is} />;
  const texts = say.places.attractions;
  const attractions = cottage.property.localAttractions;
  const own = cottage.site.pageTexts;
  const imagesOf = (attraction?: Attraction) =>
    images.filter((image) => placeOf(image.attractionName, attractions) === attraction);
  const others = imagesOf();
  // In the order of the attractions, so that pictures of the same place are adjacent.
  const sorted = [...attractions.flatMap(imagesOf), ...others];
  const photos = sorted.map(asPhoto);
  return (
    <>
      <PageIntro
        title={texts.title}
        lead={
          own.attractionsLead && <span lang={hostLang(cottage.site, own.attractionsLead)}>{own.attractionsLead}</span>
        }
        {...(own.attractionsPicture ? { picture: { src: own.attractionsPicture, ...PLACE_SIZE } } : {})}
        above={<BackHome />}
      />
      {attractions.length === 0 ? (
        <p className="frame text-lead pt-section">{texts.none}</p>
      ) : (
        <ul className="frame grid gap-x-8 gap-y-14 pt-section sm:grid-cols-2 lg:grid-cols-3">
          {attractions.map((attraction) => {
            const index = sorted.findIndex((image) => placeOf(image.attractionName, attractions) === attraction);
            return (
              <AttractionCard
                key={attraction.name}
                attraction={attraction}
                property={cottage.property}
                photo={photos[index]}
                index={index}
              />
            );
          })}
        </ul>
      )}
      {others.length > 0 ? (
        <section aria-labelledby="around" className="frame pt-section">
          <h2 id="around" className="serif text-heading">
            {texts.more}
          </h2>
          <PhotoWall photos={others.map(asPhoto)} onTheWall={4} strip={photos} />
        </section>
      ) : null}
      <section aria-labelledby="stay" className="frame pt-section text-center">
        <h2
          id="stay"
          lang={hostLang(cottage.site, own.attractionsEnding)}
          className="serif text-title mx-auto max-w-[22ch]"
        >
          {own.attractionsEnding || texts.invitation}
        </h2>
        <Link href={paths.book} className={buttonClass("primary", "mt-8 min-h-14 px-10 text-lg")}>
          {texts.book}
        </Link>
      </section>
      {photos.length > 0 ? (
        <PhotoStrip photos={photos} label={texts.pictures} sizes="100vw" className="photos-apart" />
      ) : null}
    </>
  );
}

function asPhoto({ id, imageUrl, altText, attractionName }: AttractionImage): Photo {
  // Pictures' descriptions cannot be translated.
  const lang = altText && say.language !== "en" ? "en" : undefined;
  return { id, url: imageUrl, title: altText || attractionName, lang };
}

type CardProps = { attraction: Attraction; property: PublicProperty; photo: Photo | undefined; index: number };

function AttractionCard({ attraction, property, photo, index }: CardProps) {
  return (
    <li className="min-w-0">
      <article>
        {photo || attraction.imageUrl ? (
          <div lang={photo?.lang} className="arch aspect-6/5">
            <PlacePictures photo={photo} index={index} drawing={attraction.imageUrl} />
          </div>
        ) : null}
        <p className="mt-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-[0.9375rem]">
          <span className="inline-flex items-center gap-2 rounded-full bg-sunken px-3.5 py-1 font-semibold">
            <Clock className="size-4 text-clay" />
            <span className="sr-only">{say.places.travelTime}</span>
            <span lang={hostLang(property, attraction.distance)}>{attraction.distance}</span>
          </span>
          <span lang={hostLang(property, attraction.category)} className="text-ink-soft">
            {attraction.category}
          </span>
        </p>
        <h2 className="serif mt-3 text-2xl">{attraction.name}</h2>
        {attraction.place ? (
          <p className="mt-1 flex items-start gap-1.5 text-ink-soft">
            <MapPin className="mt-1 size-4.5 shrink-0" />
            <span lang={hostLang(property, attraction.place)}>{attraction.place}</span>
          </p>
        ) : null}
        <p lang={hostLang(property, attraction.description)} className="mt-3">
          {attraction.description}
        </p>
      </article>
    </li>
  );
}

const SIZES = "(min-width: 64rem) 27rem, (min-width: 40rem) 46vw, 94vw";

type Props = {
  photo: Photo | undefined;
  /** Among the photos on the page. */
  index: number;
  drawing: string;
};

/** The host's photographs of the attraction can be opened full screen. */
function PlacePictures({ photo, index, drawing }: Props) {
  if (!photo) return <Picture src={drawing} alt="" {...PLACE_SIZE} sizes={SIZES} className="size-full" />;
  return (
    <a href={`#${photoAnchor(index)}`} className="block size-full">
      <Picture src={photo.url} alt={photo.title} {...PLACE_SIZE} sizes={SIZES} className="size-full" />
    </a>
  );
}
