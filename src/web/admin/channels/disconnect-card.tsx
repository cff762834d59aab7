import { useState } from "react";
import { useLocation } from "wouter";
import type { Channel } from "#contract/channels.ts";
import { disconnect } from "../../api/channels.ts";
import { paths } from "../../lib/paths.ts";
import { Button } from "../../ui/button.tsx";
import { type Choice, ChoiceList } from "../../ui/choice-list.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { Card } from "../bookings/card.tsx";
import { useChannelAct } from "./use-channel-act.ts";

/** S-68 */
export function DisconnectCard({ channel }: { channel: Channel }) {
  const [open, setOpen] = useState(false);
  return (
    <Card title="Disconnect">
      <p className="mb-3">We'll stop reading its calendar, and the link you gave it will stop working right away.</p>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Disconnect {channel.name}
      </Button>
      {open ? <DisconnectDialog channel={channel} onClose={() => setOpen(false)} /> : null}
    </Card>
  );
}

type Stays = "keep" | "release";

const CHOICES: Choice<Stays>[] = [
  {
    value: "keep",
    label: "Keep its bookings",
    about: "Their nights stay closed. Choose this if you plan to reconnect, or aren't sure.",
  },
  {
    value: "release",
    label: "Free the nights of its future bookings",
    about: "Only if none of these guests are coming.",
  },
];

function DisconnectDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const [stays, setStays] = useState<Stays>("keep");
  const [, navigate] = useLocation();
  const end = useChannelAct(() => disconnect(channel, stays), {
    done: `${channel.name} is disconnected`,
    failed: "We couldn't disconnect the platform",
    after: () => navigate(paths.admin.channels),
  });
  return (
    <Dialog title={`Disconnect ${channel.name}?`} onClose={onClose}>
      <div className="space-y-4">
        <ChoiceList legend="What should happen to its bookings?" choices={CHOICES} value={stays} onChange={setStays} />
        <p>Remove your calendar link on {channel.name} too, or it will keep trying to read your calendar.</p>
        <ActError error={end.error} />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button look="danger" disabled={end.isPending} onClick={() => end.mutate()}>
            {end.isPending ? "Disconnecting..." : "Disconnect"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
