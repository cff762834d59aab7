import { LONGEST_STAY_NIGHTS, WINDOW_DAYS } from "#domain/booking/limits.ts";
import { GUEST_RETENTION_MONTHS, REQUEST_HOURS } from "#domain/settings/settings.ts";
import { type Choice, ChoiceList } from "../../ui/choice-list.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { portalPaths } from "../../lib/portal-paths.ts";
import type { Draft, SectionProps } from "./draft.ts";
import { Section } from "./section.tsx";
import { NumberSetting, TextSetting } from "./text-setting.tsx";

const MODES: Choice<Draft["bookingMode"]>[] = [
  {
    value: "instant",
    label: "Instant booking",
    about:
      "The stay is booked as soon as the guest sends the form or, if you require a payment, has paid. For long stays and unusual bookings, we may first ask guests to confirm their email, or ask you.",
  },
  {
    value: "verified",
    label: "Instant booking after confirming the email",
    about:
      "We hold the nights for an hour so the guest can open the link in our email. You need to set up email first.",
  },
  {
    value: "request",
    label: "Booking request",
    about: "We hold the nights until you confirm or the response time runs out.",
  },
];

export function BookingsSection(props: SectionProps) {
  const { draft, change, errors } = props;
  return (
    <Section title="Bookings" about="What guests can book, and how long you keep their details.">
      <div className="space-y-5">
        <ChoiceList
          legend="What “Book Now” does"
          choices={MODES}
          value={draft.bookingMode}
          onChange={(bookingMode) => change({ bookingMode })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberSetting {...props} name="requestHours" label="Answer requests within (hours)" range={REQUEST_HOURS} />
          <NumberSetting {...props} name="longestStay" label="Longest stay (nights)" range={LONGEST_STAY_NIGHTS} />
          <NumberSetting
            {...props}
            name="bookingWindow"
            label="How far ahead guests can book (days)"
            range={WINDOW_DAYS}
          />
          <TextSetting
            {...props}
            name="guestRetention"
            label="Delete guest details after (months)"
            hint={`From ${GUEST_RETENTION_MONTHS.min} to ${GUEST_RETENTION_MONTHS.max} months after check-out. Dates and amounts are kept.`}
            inputMode="numeric"
            autoComplete="on"
          />
          <TextSetting
            {...props}
            name="wifiName"
            label="WiFi network name"
            hint="Guests can scan a QR code on their booking page to join. Leave empty for no code."
            spellCheck={false}
          />
        </div>
        <Switch
          label="Use the current cancellation policy when a stay is moved"
          hint="Applies when guests change their dates while cancelling is still free. If off, the stay keeps the policy from when it was booked."
          error={errors["policyAnew"]}
          checked={draft.policyAnew}
          onChange={(policyAnew) => change({ policyAnew })}
        />
        <p className="border-t border-line pt-4">
          <TextLink href={portalPaths.cleaning}>Cleaning plan and the cleaner's page</TextLink>
        </p>
      </div>
    </Section>
  );
}
