import { ENGLISH_NAMES, NATIVE_NAMES, OTHER_LANGUAGES } from "#domain/language/language.ts";
import { pathIn } from "#domain/language/language-path.ts";
import { Switch } from "../../ui/switch.tsx";
import { UNCHECKED_TRANSLATION } from "../unchecked-translation.ts";
import type { SectionProps } from "./draft.ts";
import { Section } from "./section.tsx";

export function LanguagesSection({ draft, change }: SectionProps) {
  return (
    <Section
      title="Languages"
      about="English is always on. Guests and search engines can find the others once you switch them on; until then they are drafts. Your own texts stay in English until you translate them, most of them at the end of Property Info under Content."
    >
      <div className="divide-y divide-line">
        {OTHER_LANGUAGES.map((language) => {
          const isOn = draft[language];
          return (
            <div key={language}>
              <Switch
                label={`${ENGLISH_NAMES[language]} (${NATIVE_NAMES[language]})`}
                hint={UNCHECKED_TRANSLATION}
                checked={isOn}
                onChange={(on) => change({ [language]: on })}
              />
              <p className="pb-3">
                <a
                  href={pathIn(language, "/")}
                  target="_blank"
                  rel="noreferrer"
                  className="inline-flex min-h-11 items-center underline"
                >
                  {isOn ? "Open" : "Preview"} the website in {ENGLISH_NAMES[language]}
                </a>
              </p>
            </div>
          );
        })}
      </div>
    </Section>
  );
}
