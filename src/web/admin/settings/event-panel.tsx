import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { NotificationSettings } from "#contract/notifications.ts";
import { changedEvents, HOST_EVENTS, type HostEvent, MAX_NOTIFICATION_EMAILS } from "#domain/messaging/host-event.ts";
import { pushQuery, savePushChoice, notificationsQuery, saveNotificationChoice } from "../../api/notifications.ts";
import { formatTime } from "../../lib/format-date.ts";
import { fieldErrors, reasonOf } from "../../lib/display-error.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast-store.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { failureToast } from "../frame/failure-toast.ts";
import { Loaded } from "../frame/loaded.tsx";

const EVENT_LABELS = {
  booking: "New bookings",
  request: "Booking requests",
  "change-request": "Requests to change a stay",
  change: "Stays changed by guests",
  cancellation: "Cancellations",
  payment: "Payments, refunds and disputes",
  message: "Messages from guests",
  conflict: "Double bookings",
  calendar: "Platform calendars that can't be read",
  delivery: "Messages that can't be delivered",
  cleaning: "Finished cleanings",
  other: "Everything else",
} satisfies Record<HostEvent, string>;

/** Changes are saved immediately. Other hosts have their own settings. */
export function EventPanel() {
  const notifications = useQuery(notificationsQuery);
  return (
    <div className="space-y-4 border-t border-line pt-5">
      <div>
        <h3 className="font-semibold">What we notify you about</h3>
        <p className="mt-1 max-w-prose text-sm text-ink-soft">
          These choices are for your account only. Guests get their emails either way.
        </p>
      </div>
      <Loaded query={notifications} what="your notifications" loading={null}>
        {(data) => <Choices notifications={data} />}
      </Loaded>
    </div>
  );
}

function Choices({ notifications }: { notifications: NotificationSettings }) {
  const client = useQueryClient();
  const push = useQuery(pushQuery);
  const save = useMutation({
    mutationFn: saveNotificationChoice,
    onError: failureToast("Error"),
    onSettled: () => client.invalidateQueries(notificationsQuery),
  });
  const savePush = useMutation({
    mutationFn: savePushChoice,
    onError: failureToast("Error"),
    onSettled: () => client.invalidateQueries(pushQuery),
  });
  const pending = save.isPending ? save.variables : {};
  const { summaryHour } = { ...notifications, ...pending };
  const events = changedEvents(notifications.events, pending.events ?? {});
  const devices = push.data && push.data.devices.length > 0 ? push.data : null;
  const pendingPush = savePush.isPending ? savePush.variables.events : {};
  const pushed = changedEvents(devices?.events ?? [], pendingPush ?? {});
  return (
    <div className="space-y-6">
      <div className="relative overflow-x-auto">
        <table className="w-full text-left">
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className="py-2 font-semibold">
                Event
              </th>
              <th scope="col" className="w-20 py-2 text-center font-semibold">
                Email
              </th>
              {devices ? (
                <th scope="col" className="w-20 py-2 text-center font-semibold">
                  Devices
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {HOST_EVENTS.map((event) => (
              <tr key={event} className="border-b border-line last:border-0">
                <th scope="row" className="py-1 pr-3 font-normal">
                  {EVENT_LABELS[event]}
                </th>
                <td className="p-0 text-center">
                  <Tick
                    label={`${EVENT_LABELS[event]} by email`}
                    checked={events.includes(event)}
                    onChange={(on) => save.mutate({ events: { ...pending.events, [event]: on } })}
                  />
                </td>
                {devices ? (
                  <td className="p-0 text-center">
                    <Tick
                      label={`${EVENT_LABELS[event]} on your devices`}
                      checked={pushed.includes(event)}
                      onChange={(on) => savePush.mutate({ events: { ...pendingPush, [event]: on } })}
                    />
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Addresses key={notifications.emails.join()} notifications={notifications} />
      <SelectField
        label="Daily summary by email"
        hint={`Arrivals, departures and what needs your attention, in the cottage's time zone (${notifications.timeZone}).`}
        value={summaryHour ?? ""}
        options={summaryHours()}
        onChange={(hour) => save.mutate({ summaryHour: hour === "" ? null : hour })}
      />
    </div>
  );
}

function summaryHours() {
  const hours = Array.from({ length: 24 }, (_, hour) => [hour, `At ${formatTime(`${hour}:00`)}`] as const);
  return [["", "No summary"], ...hours] as const;
}

type TickProps = { label: string; checked: boolean; onChange: (checked: boolean) => void };

/** 44 px in size, so that it is easy to tap. */
function Tick({ label, checked, onChange }: TickProps) {
  return (
    <label className="inline-flex size-11 cursor-pointer items-center justify-center">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 accent-accent"
      />
    </label>
  );
}

const NOWHERE = "You won't get any emails until you set the contact email.";

function Addresses({ notifications }: { notifications: NotificationSettings }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState(notifications.emails.join(", "));
  const save = useMutation({
    mutationFn: saveNotificationChoice,
    onSuccess: (_saved, { emails = [] }) => {
      const to = emails.length > 0 ? "these addresses" : notifications.contactEmail;
      toast({ title: "Saved", description: to ? `We'll send your notifications to ${to}.` : NOWHERE });
    },
    onSettled: () => client.invalidateQueries(notificationsQuery),
  });
  const [field] = Object.values(fieldErrors(save.error));

  const submit = () => {
    if (!save.isPending) save.mutate({ emails: typed.split(/[\s,;]+/).filter(Boolean) });
  };
  return (
    <Form method="post" onSubmit={submit} className="space-y-3">
      <TextField
        label="Your email addresses for notifications"
        hint={`Up to ${MAX_NOTIFICATION_EMAILS}, separated by commas. Without one, notifications go to ${notifications.contactEmail || "the contact email, which you haven't set yet"}.`}
        error={field ?? (save.error ? reasonOf(save.error) : undefined)}
        name="emails"
        type="text"
        inputMode="email"
        autoComplete="email"
        value={typed}
        onChange={setTyped}
      />
      <Button type="submit" look="secondary" aria-disabled={save.isPending}>
        Save the addresses
      </Button>
    </Form>
  );
}
