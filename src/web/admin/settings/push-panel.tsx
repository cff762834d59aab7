import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { PushState } from "#contract/push.ts";
import type { PushDetail } from "#domain/messaging/host-event.ts";
import { pushQuery, savePushChoice, sendTestPush, unsubscribe } from "../../api/notifications.ts";
import { reasonOf } from "../../lib/display-error.ts";
import { Button } from "../../ui/button.tsx";
import { type Choice, ChoiceList } from "../../ui/choice-list.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast-store.ts";
import { failureToast } from "../frame/failure-toast.ts";
import { LoadError } from "../frame/load-error.tsx";
import { dayAtCottage } from "./day-at-cottage.ts";
import { type DeviceState, readDevice, turnOffHere, turnOnHere } from "./this-device.ts";

const DETAILS: Choice<PushDetail>[] = [
  { value: "brief", label: "Only what happened", about: "“New booking”. Nothing about the guest or the stay." },
  { value: "summary", label: "Dates and reference", about: "“New booking: Dec 1 to Dec 3 (2 nights), LK-…”" },
  { value: "full", label: "Everything", about: "Also the guest's name and how to reach them, on your lock screen." },
];

const OBSTACLES = {
  unsupported: "This browser can't show notifications. You can still get them by email.",
  "needs-home-screen":
    "On an iPhone or iPad, first add the portal to your home screen: tap Share, then “Add to Home Screen”, and open it from there.",
  blocked:
    "This browser blocks notifications from this site. Allow them in its site settings (the icon to the left of the address), then reload this page. You can still get them by email.",
} satisfies Record<Exclude<Extract<DeviceState, string>, "off">, string>;

type Zone = { timeZone: string };

/** Changes are saved immediately. */
export function PushPanel({ timeZone }: Zone) {
  const { data, error, refetch } = useQuery(pushQuery);
  return (
    <div className="space-y-4 border-t border-line pt-5">
      <div>
        <h3 className="font-semibold">Notifications on your devices</h3>
        <p className="mt-1 max-w-prose text-sm text-ink-soft">
          Your phone notifies you right away, even when the portal is closed. Each host chooses for their own devices.
        </p>
      </div>
      {error ? <LoadError error={error} what="your devices" retry={() => void refetch()} /> : null}
      {data ? <ThisDevice state={data} timeZone={timeZone} /> : null}
      {data && data.devices.length > 0 ? <Choices state={data} /> : null}
    </div>
  );
}

function ThisDevice({ state, timeZone }: Zone & { state: PushState }) {
  const client = useQueryClient();
  const device = useQuery({ queryKey: ["this-device"], queryFn: readDevice, staleTime: 0 });
  const settled = async () => {
    await client.invalidateQueries({ queryKey: ["this-device"] });
    await client.invalidateQueries(pushQuery);
  };
  const turnOn = useMutation({ mutationFn: () => turnOnHere(state.publicKey), onSettled: settled });
  const remove = useMutation({
    mutationFn: async (id: string) => {
      if (id === here) await turnOffHere();
      await unsubscribe(id);
    },
    onError: failureToast("Error"),
    onSettled: settled,
  });
  const test = useMutation({
    mutationFn: sendTestPush,
    onError: failureToast("Error"),
    onSuccess: () => toast({ title: "Test sent", description: "It should appear on your devices within seconds." }),
  });
  const now = device.data;
  const here = typeof now === "object" ? now.on : null;
  const isOn = here !== null && state.devices.some(({ id }) => id === here);
  return (
    <>
      {typeof now === "string" && now !== "off" ? <Notice look="info">{OBSTACLES[now]}</Notice> : null}
      {turnOn.error ? <Notice look="error">{reasonOf(turnOn.error)}</Notice> : null}
      <div className="flex flex-wrap gap-3">
        {now === "off" || (here !== null && !isOn) ? (
          <Button aria-disabled={turnOn.isPending} onClick={() => turnOn.isPending || turnOn.mutate()}>
            Turn on for this device
          </Button>
        ) : null}
        {state.devices.length > 0 ? (
          <Button look="secondary" aria-disabled={test.isPending} onClick={() => test.isPending || test.mutate()}>
            Send a test notification
          </Button>
        ) : null}
      </div>
      {state.devices.length > 0 ? (
        <ul className="divide-y divide-line rounded-xl border border-line">
          {state.devices.map(({ id, device: name, since }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
              <div>
                <p className="font-medium">
                  {name}
                  {id === here ? " (this device)" : ""}
                </p>
                <p className="text-sm text-ink-soft">Since {dayAtCottage(since, timeZone)}</p>
              </div>
              <Button
                look="secondary"
                aria-label={`Turn off notifications on ${name} (since ${dayAtCottage(since, timeZone)})`}
                disabled={remove.isPending}
                onClick={() => remove.mutate(id)}
              >
                Turn off
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function Choices({ state }: { state: PushState }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: savePushChoice,
    onError: failureToast("Error"),
    onSettled: () => client.invalidateQueries(pushQuery),
  });
  const { detail } = { ...state, ...(save.isPending ? save.variables : {}) };
  return (
    <ChoiceList
      legend="What a notification shows"
      choices={DETAILS}
      value={detail}
      onChange={(chosen) => save.mutate({ detail: chosen })}
    />
  );
}
