import { Field, inputClass } from "../../ui/field.tsx";
import type { SectionProps } from "./draft.ts";
import { Section } from "./section.tsx";
import { TextSetting } from "./text-setting.tsx";

/** Every zone that this browser knows; the one that is set is among them even where a browser has an older list. */
function zones(present: string): string[] {
  return [...new Set([...Intl.supportedValuesOf("timeZone"), present])].toSorted();
}

export function GeneralSection(props: SectionProps) {
  const { draft, change, errors } = props;
  return (
    <Section title="General" about="What guests see on every page, and when a day begins at the cottage.">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextSetting
          {...props}
          name="propertyName"
          label="Property name"
          autoComplete="off"
          className="sm:col-span-2"
        />
        <TextSetting {...props} name="contactEmail" label="Contact e-mail" type="email" autoComplete="email" />
        <TextSetting {...props} name="contactPhone" label="Contact phone" type="tel" autoComplete="tel" />
        <Field
          label="Time zone"
          id="timezone"
          hint="Arrivals, departures and “today” follow the clocks there."
          error={errors["timezone"]}
          className="sm:col-span-2"
        >
          {(parts) => (
            <select
              {...parts}
              name="timezone"
              value={draft.timezone}
              onChange={(event) => change({ timezone: event.target.value })}
              className={inputClass}
            >
              {zones(draft.timezone).map((zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll("_", " ")}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
    </Section>
  );
}
