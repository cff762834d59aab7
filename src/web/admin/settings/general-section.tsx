import type { SectionProps } from "./draft.ts";
import { Section } from "./section.tsx";
import { TextSetting } from "./text-setting.tsx";
import { SelectField } from "../../ui/select-field.tsx";

/** Includes the current time zone even if the browser does not know it. */
function zones(present: string): string[] {
  return [...new Set([...Intl.supportedValuesOf("timeZone"), present])].toSorted();
}

const MAP_HINT =
  "Leave this empty to show only the illustrated map. With an address such as https://tiles.example.org/{z}/{x}/{y}.png, the " +
  "Location page also offers a detailed map. It loads only when a visitor asks for it, and its provider then sees the " +
  "visitor's IP address.";

export function GeneralSection(props: SectionProps) {
  const { draft, change, errors } = props;
  return (
    <Section title="General" about="Your property's name, contact details, time zone and map.">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextSetting {...props} name="propertyName" label="Property name" className="sm:col-span-2" />
        <TextSetting {...props} name="contactEmail" label="Contact email" type="email" autoComplete="email" />
        <TextSetting {...props} name="contactPhone" label="Contact phone" type="tel" autoComplete="tel" />
        <SelectField
          label="Time zone"
          id="timezone"
          name="timezone"
          hint="Used for arrivals, departures, “today” and scheduled messages."
          error={errors["timezone"]}
          className="sm:col-span-2"
          value={draft.timezone}
          options={zones(draft.timezone).map((zone) => [zone, zone.replaceAll("_", " ")])}
          onChange={(timezone) => change({ timezone })}
        />
        <TextSetting
          {...props}
          name="mapTileUrl"
          label="Detailed map: tile address"
          hint={MAP_HINT}
          inputMode="url"
          spellCheck={false}
          className="sm:col-span-2"
        />
        <TextSetting
          {...props}
          name="mapAttribution"
          label="Detailed map: attribution"
          hint="The text your map provider asks for, such as “© OpenStreetMap contributors”."
          className="sm:col-span-2"
        />
      </div>
    </Section>
  );
}
