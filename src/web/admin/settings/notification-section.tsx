import { useQuery } from "@tanstack/react-query";
import { Switch } from "../../ui/switch.tsx";
import { messagingSetupQuery } from "../../api/messaging.ts";
import { TestMailButton } from "../messaging/test-mail-button.tsx";
import type { SectionProps } from "./draft.ts";
import { EventPanel } from "./event-panel.tsx";
import { PushPanel } from "./push-panel.tsx";
import { Section } from "./section.tsx";

const SWITCHES = [
  [
    "emailNotifications",
    "Email notifications",
    "Emails to all hosts about bookings and problems. Guests get their emails either way.",
  ],
  ["smsNotifications", "SMS notifications", "Text messages to guests."],
  ["whatsappNotifications", "WhatsApp notifications", "Messages to guests who asked for WhatsApp."],
] as const;

export function NotificationSection({ draft, change, errors, saved }: SectionProps) {
  const setup = useQuery(messagingSetupQuery);
  return (
    <Section title="Notifications" about="How messages are sent.">
      <div className="divide-y divide-line">
        {SWITCHES.map(([name, label, hint]) => (
          <Switch
            key={name}
            label={label}
            hint={hint}
            missing={draft[name] ? saved.missing[name] : undefined}
            error={errors[name]}
            checked={draft[name]}
            onChange={(checked) => change({ [name]: checked })}
          />
        ))}
      </div>
      {saved.missing["emailNotifications"] || !setup.data ? null : <TestMailButton to={setup.data.testEmailTo} />}
      <PushPanel timeZone={saved.timezone} />
      <EventPanel />
    </Section>
  );
}
