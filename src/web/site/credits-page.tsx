import { useQuery } from "@tanstack/react-query";
import { AS_RENDERED } from "../api/client.ts";
import { creditsQuery } from "../api/shown-pictures.ts";
import { PLACE_SIZE } from "../lib/picture-sizes.ts";
import { say } from "../lib/say.ts";
import { Picture } from "../ui/picture.tsx";
import { BackHome } from "./back-home.tsx";
import { NothingToShow } from "./nothing-to-show.tsx";
import { PageIntro } from "./page-intro.tsx";

export function CreditsPage() {
  const credits = useQuery({ ...creditsQuery, ...AS_RENDERED });
  const texts = say.other.credits;
  if (credits.isError) return <NothingToShow because="error" />;
  if (!credits.data) return <NothingToShow because="loading" />;
  return (
    <>
      <PageIntro title={texts.title} lead={credits.data.length > 0 ? texts.some : texts.none} above={<BackHome />} />
      <ul className="frame grid gap-x-8 gap-y-10 pt-section sm:grid-cols-2 lg:grid-cols-3">
        {credits.data.map((credit) => (
          <li key={credit.url} className="min-w-0">
            {/* Hosts describe their pictures in English only. */}
            <div lang="en">
              <Picture
                src={credit.url}
                alt={credit.alt}
                {...PLACE_SIZE}
                sizes="(min-width: 64rem) 27rem, (min-width: 40rem) 46vw, 94vw"
                className="aspect-6/5 w-full rounded-2xl"
              />
            </div>
            {credit.author ? <p className="mt-3 font-semibold">{credit.author}</p> : null}
            {credit.licence ? <p className="text-ink-soft">{credit.licence}</p> : null}
            <Source source={credit.source} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Source({ source }: { source: string }) {
  if (!source) return null;
  if (!/^https?:\/\//.test(source) || !URL.canParse(source)) return <p className="text-ink-soft">{source}</p>;
  return (
    <a href={source} rel="noopener noreferrer" className="underline">
      {new URL(source).host}
    </a>
  );
}
