import type { PublicSite } from "#contract/property.ts";
import { Picture } from "../../ui/picture.tsx";

const PORTRAIT = { width: 320, height: 320 };

/** Who lets the cottage. Only what the host has written. */
export function YourHost({ host }: { host: PublicSite["host"] }) {
  if (host.name === "") return null;
  const facts = [
    { name: "Languages", value: host.languages },
    { name: "Usually answers", value: host.answerTime },
    { name: "Registration number", value: host.registration },
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
            {`Your host: ${host.name}`}
          </h2>
          {host.about ? <p className="mt-3 max-w-prose">{host.about}</p> : null}
          <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
            {facts.map(({ name, value }) => (
              <div key={name}>
                <dt className="text-sm text-ink-soft">{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}
