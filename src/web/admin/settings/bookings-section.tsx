import { LONGEST_STAY_NIGHTS, WINDOW_DAYS } from "#domain/booking/stay-rules.ts";
import { GUEST_RETENTION_MONTHS, REQUEST_HOURS } from "#domain/settings/settings.ts";
import { type Choice, ChoiceList } from "../../ui/choice-list.tsx";
import { Switch } from "../../ui/switch.tsx";
import type { Draft, SectionProps } from "./draft.ts";
import { Section } from "./section.tsx";
import { TextSetting } from "./text-setting.tsx";

const MODES: Choice<Draft["bookingMode"]>[] = [
  { value: "instant", label: "A booking at once", about: "The nights are the guest's as soon as the form is sent." },
  {
    value: "verified",
    label: "A booking once the e-mail is confirmed",
    about: "The nights are held for an hour, until the guest opens the link in the e-mail. Needs a mail server.",
  },
  {
    value: "request",
    label: "A request to you",
    about: "The nights are held until you confirm, or your hours are over.",
  },
];

/** What the website sells, how, and how long it remembers who came. */
export function BookingsSection(props: SectionProps) {
  const { draft, change, errors } = props;
  const range = ({ min, max }: { min: number; max: number }) => `${min} to ${max}`;
  return (
    <Section title="Bookings" about="What guests can book by themselves, and what stays of it.">
      <div className="space-y-5">
        <ChoiceList
          legend="“Book Now” leads to"
          choices={MODES}
          value={draft.bookingMode}
          onChange={(bookingMode) => change({ bookingMode })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextSetting
            {...props}
            name="requestHours"
            label="Answer requests within (hours)"
            hint={range(REQUEST_HOURS)}
            inputMode="numeric"
          />
          <TextSetting
            {...props}
            name="longestStay"
            label="Longest stay (nights)"
            hint={range(LONGEST_STAY_NIGHTS)}
            inputMode="numeric"
          />
          <TextSetting
            {...props}
            name="bookingWindow"
            label="Bookings open ahead (days)"
            hint={range(WINDOW_DAYS)}
            inputMode="numeric"
          />
          <TextSetting
            {...props}
            name="guestRetention"
            label="Forget guests after (months)"
            hint={`${range(GUEST_RETENTION_MONTHS)}, from check-out. Dates and amounts stay.`}
            inputMode="numeric"
          />
          <TextSetting
            {...props}
            name="wifiName"
            label="Name of the WiFi"
            hint="For the QR code on the guest's page, beside the password. Empty: no code."
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <Switch
          label="New cancellation policy when a guest moves a stay"
          hint="Off: a moved stay keeps the policy with which it was booked."
          error={errors["policyAnew"]}
          checked={draft.policyAnew}
          onChange={(policyAnew) => change({ policyAnew })}
        />
      </div>
    </Section>
  );
}
