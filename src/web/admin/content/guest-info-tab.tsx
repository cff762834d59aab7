import { paths } from "../../lib/paths.ts";
import { Prose } from "../../ui/prose.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import { fieldsOf } from "../frame/binding.ts";
import { Section } from "../settings/section.tsx";
import type { Draft } from "./draft.ts";
import { useEditor } from "./editor-context.ts";
import { ListEditor } from "./list-editor.tsx";
import { useLongText } from "./preview/use-long-text.ts";
import { OtherLanguages } from "./other-languages.tsx";
import { LongText, SentenceLine, TextArea, TextLine } from "./text-line.tsx";

const TIMES: [keyof Draft["houseTimes"], string][] = [
  ["checkInFrom", "Check-in from"],
  ["checkOutBy", "Check-out by"],
  ["quietFrom", "Quiet from"],
  ["quietUntil", "Quiet until"],
  ["amenitiesFrom", "Amenities from"],
  ["amenitiesUntil", "Amenities until"],
];

const TRANSLATE =
  "Guests get this text in English, whatever their language, until you translate it at the end of Property Info.";

/** SPEC 2, with times, terms and emergency numbers added. */
export function GuestInfoTab() {
  const { draft, field } = useEditor();
  const houseTimes = fieldsOf(field("houseTimes"));
  return (
    <>
      <Section
        title="WiFi"
        about="Only guests with a booking get the password, on their booking page and in messages, from three days before check-in until check-out."
      >
        <div className="space-y-4">
          <TextLine {...field("wifiPassword")} label="WiFi password" />
          <TextArea
            {...field("wifiNote")}
            label="WiFi note"
            hint="Everyone can read this on the guest information page, so don't put the password here."
          />
        </div>
      </Section>
      <Section
        title="Check-in"
        about="Only guests with a booking see this, from three days before check-in until check-out."
      >
        <LongText {...field("checkInInstructions")} label="Check-in instructions" />
        <AsGuestsSee text={draft.checkInInstructions} />
        <div className="mt-4">
          <OtherLanguages
            {...field("checkInInstructionsIn")}
            label="Check-in instructions"
            english={draft.checkInInstructions ?? ""}
          />
        </div>
      </Section>
      <Section
        title="Check-in, check-out and quiet hours"
        about="Shown on the guest information and house rules pages. The free-cancellation deadline is counted back from the check-in time. If you change these times, scheduled messages move too; house rules that name a time do not change."
      >
        <div className="grid grid-cols-2 gap-4">
          {TIMES.map(([name, label]) => (
            <TextLine key={name} {...houseTimes(name)} label={label} type="time" />
          ))}
        </div>
      </Section>
      <Section
        title="House rules"
        about="The house rules page shows all of them; the guest information page shows the first five."
      >
        <ListEditor {...field("houseRules")} title="House rules" one="rule" fresh={() => ""}>
          {(item, place) => <SentenceLine {...item} label={`Rule ${place + 1}`} />}
        </ListEditor>
      </Section>
      <Section
        title="Terms and cancellation"
        about="Two pages that guests can read before they book or pay. They include the payment terms from Settings and the cancellation fees from Prices."
      >
        <div className="space-y-4">
          <LongText
            {...field("terms")}
            label="Terms in your own words"
            hint={`Leave empty to show our standard terms in every language. ${TRANSLATE}`}
          />
          <AsGuestsSee text={draft.terms} />
          <LongText
            {...field("cancellationTerms")}
            label="Your additions to the cancellation policy"
            hint={`Shown below the fees. Optional. ${TRANSLATE}`}
          />
          <AsGuestsSee text={draft.cancellationTerms} />
          <p className="flex flex-wrap gap-x-6">
            <a href={paths.terms} className={textLinkClass}>
              Open the terms
            </a>
            <a href={paths.cancellation} className={textLinkClass}>
              Open the cancellation policy
            </a>
          </p>
        </div>
      </Section>
      <Section title="Emergency" about="At the end of the guest information page. Guests can tap a number to call it.">
        <ListEditor
          {...field("emergency")}
          title="Emergency numbers"
          one="number"
          fresh={() => ({ label: "", number: "" })}
        >
          {(item, place) => {
            const at = fieldsOf(item);
            return (
              <div className="grid grid-cols-[3fr_2fr] gap-2">
                <TextLine
                  bare
                  {...at("label")}
                  label={`Emergency contact ${place + 1}: who answers`}
                  placeholder="Police"
                />
                <TextLine bare {...at("number")} label={`Number ${place + 1}`} type="tel" placeholder="112" />
              </div>
            );
          }}
        </ListEditor>
      </Section>
    </>
  );
}

function AsGuestsSee({ text }: { text: string }) {
  const html = useLongText(text);
  if (text.trim() === "") return null;
  return (
    <div className="mt-4 rounded-xl bg-sunken p-4">
      <p className="mb-2 text-sm text-ink-soft">As guests see it</p>
      <Prose html={html} />
    </div>
  );
}
