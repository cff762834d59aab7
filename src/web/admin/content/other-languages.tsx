import { useState } from "react";
import { ENGLISH_NAMES, type Language, OTHER_LANGUAGES } from "#domain/language/language.ts";
import { type Translations, type TranslationState, translationState } from "#domain/property/translations.ts";
import { Button } from "../../ui/button.tsx";
import type { Binding } from "../frame/binding.ts";
import { TextArea } from "./text-line.tsx";

type Props = Binding<Translations> & {
  label: string;
  english: string;
};

const HINTS = {
  "shows-english": "Guests get the English text.",
  "english-changed": "The English text has changed since you wrote this. Guests still get this older translation.",
  current: undefined,
} satisfies Record<TranslationState, string | undefined>;

/** Translations of one text field. */
export function OtherLanguages({ path, label, english, value, onChange }: Props) {
  const states = OTHER_LANGUAGES.map((language) => translationState(value[language], english));
  const written = states.filter((state) => state !== "shows-english").length;
  const old = states.filter((state) => state === "english-changed").length;
  // Only the initial state counts, so that the section does not close while the host is writing.
  const [hadOld] = useState(old > 0);
  const write = (language: Language, text: string) => {
    const { [language]: _before, ...others } = value;
    onChange(text === "" ? others : { ...others, [language]: { text, of: english } });
  };
  return (
    <details className="rounded-lg border border-line p-3" open={hadOld}>
      <summary className="min-h-8 cursor-pointer font-semibold">
        {label} in other languages{" "}
        <span className="font-normal text-ink-soft">
          ({written} of {OTHER_LANGUAGES.length} written
          {old > 0 ? `, ${old} ${old === 1 ? "needs" : "need"} checking` : ""})
        </span>
      </summary>
      <p className="mt-2 text-sm text-ink-soft">
        Guests who read these languages see this text on pages and in messages.
      </p>
      <div className="mt-3 space-y-4">
        {OTHER_LANGUAGES.map((language) => {
          const state = translationState(value[language], english);
          return (
            <div key={language} className="space-y-2">
              <TextArea
                path={`${path}.${language}.text`}
                label={`${label} in ${ENGLISH_NAMES[language]}`}
                hint={
                  english.trim() === "" ? "Guests get no translation while the English text is empty." : HINTS[state]
                }
                lang={language}
                value={value[language]?.text ?? ""}
                onChange={(text) => write(language, text)}
              />
              {state === "english-changed" ? (
                <Button look="secondary" onClick={() => write(language, value[language]?.text ?? "")}>
                  It's still correct<span className="sr-only"> in {ENGLISH_NAMES[language]}</span>
                </Button>
              ) : null}
            </div>
          );
        })}
      </div>
    </details>
  );
}
