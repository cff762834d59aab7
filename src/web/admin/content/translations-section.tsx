import { useState } from "react";
import { ENGLISH_NAMES, type Language, OTHER_LANGUAGES } from "#domain/language/language.ts";
import { type HostText, hostTexts, isUsed, translationsFor, withTranslation } from "#domain/property/host-texts.ts";
import type { TextTranslations, TranslationState } from "#domain/property/translations.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { Section } from "../settings/section.tsx";
import { useEditor } from "./editor-context.ts";
import { TextArea } from "./text-line.tsx";

function hintFor(state: TranslationState, path: string): string | undefined {
  if (state === "current") return undefined;
  const get = isUsed(state, path) ? "Guests still get this older translation." : "Guests get the English text.";
  return state === "english-changed" ? `The English text has changed since you wrote this. ${get}` : get;
}

/** Directions and check-in instructions are translated in `OtherLanguages`. */
export function TranslationsSection() {
  const { draft, change } = useEditor();
  const [language, setLanguage] = useState<Language>("de");
  const texts = hostTexts(draft);
  const states = texts.map((text) => translationsFor(draft.wordsIn, language, text, texts).state);
  const written = states.filter((state) => state === "current").length;
  const old = states.filter((state) => state === "english-changed").length;
  return (
    <Section
      title="Translations"
      about="Your website's text in other languages. If you leave a field empty, guests see the English text."
    >
      <div className="space-y-4">
        <SelectField
          label="Language"
          hint={`${written} of ${texts.length} written${old > 0 ? `, ${old} ${old === 1 ? "needs" : "need"} checking` : ""}`}
          value={language}
          options={OTHER_LANGUAGES.map((one) => [one, ENGLISH_NAMES[one]])}
          onChange={setLanguage}
        />
        <details className="rounded-lg border border-line p-3">
          <summary className="min-h-8 cursor-pointer font-semibold">Translate into {ENGLISH_NAMES[language]}</summary>
          <ul className="mt-3 space-y-5">
            {texts.map((text) => (
              <li key={`${language} ${text.path}`}>
                <TranslationField
                  text={text}
                  texts={texts}
                  language={language}
                  words={draft.wordsIn}
                  change={(wordsIn) => change({ wordsIn })}
                />
              </li>
            ))}
          </ul>
        </details>
      </div>
    </Section>
  );
}

type TranslationFieldProps = {
  text: HostText;
  texts: readonly HostText[];
  language: Language;
  words: TextTranslations;
  change: (words: TextTranslations) => void;
};

function TranslationField({ text: hostText, texts, language, words, change }: TranslationFieldProps) {
  const { path, label, english } = hostText;
  const { text, state } = translationsFor(words, language, hostText, texts);
  const write = (translation: string) => change(withTranslation(words, language, hostText, translation, texts));
  return (
    <div className="space-y-2">
      <p lang="en" className="text-ink-soft">
        {english}
      </p>
      <TextArea
        path={`wordsIn.${path}.${language}.text`}
        label={`${label} in ${ENGLISH_NAMES[language]}`}
        hint={hintFor(state, path)}
        lang={language}
        rows={1}
        value={text}
        onChange={write}
      />
      {state === "english-changed" ? (
        <Button look="secondary" onClick={() => write(text)}>
          It's still correct<span className="sr-only">: {label}</span>
        </Button>
      ) : null}
    </div>
  );
}
