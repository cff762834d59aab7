import type { PublicSite } from "#contract/property.ts";
import { hostLang } from "../../lib/host-lang.ts";
import { say } from "../../lib/say.ts";
import { Picture } from "../../ui/picture.tsx";

const PORTRAIT = { width: 320, height: 320 };

export function YourHost({ site }: { site: PublicSite }) {
  const { host } = site;
  const texts = say.landing.host;
  if (host.name === "") return null;
  const facts = [
    { name: texts.languages, value: host.languages },
    { name: texts.answers, value: host.answerTime },
    { name: texts.registration, value: host.registration },
  ].filter(({ value }) => value !== "");
  return (
    <section aria-labelledby="host" className="frame pt-section">
      <div className="flex flex-col gap-x-8 gap-y-5 sm:flex-row sm:items-center">
        {host.photoUrl ? (
          <Picture
            src={host.photoUrl}
            alt={host.name}
            {...PORTRAIT}
            sizes="8rem"
            className="size-32 shrink-0 rounded-full"
          />
        ) : null}
        <div className="min-w-0">
          <h2 id="host" className="serif text-heading">
            {texts.title(host.name)}
          </h2>
          {host.about ? (
            <p lang={hostLang(site, host.about)} className="mt-3 max-w-prose">
              {host.about}
            </p>
          ) : null}
          <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
            {facts.map(({ name, value }) => (
              <div key={name}>
                <dt className="text-sm text-ink-soft">{name}</dt>
                <dd lang={hostLang(site, value)}>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}
