import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Channel } from "#contract/channels.ts";
import { channelsQuery } from "../../api/channel-list.ts";
import { type ChannelFields, saveChannel, platformLink } from "../../api/channels.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ChangesByOthers } from "../frame/changes-by-others.tsx";
import { useDraft } from "../frame/use-draft.ts";
import { ActError } from "../bookings/act-error.tsx";
import { Card } from "../bookings/card.tsx";
import { ChangeLinkDialog } from "./change-link-dialog.tsx";
import { ModeChoice, modeLabel } from "./mode-choice.tsx";
import { useChannelAct } from "./use-channel-act.ts";

type Sending = { seen: Channel; fields: ChannelFields };

export function TheirCalendar({ channel }: { channel: Channel }) {
  const save = useChannelAct(({ seen, fields }: Sending) => saveChannel({ seen }, fields), {
    done: "Saved",
    failed: "We couldn't save this",
  });
  const client = useQueryClient();
  const draft = useDraft(channel, fieldsOf, { error: save.error });
  const { fields } = draft;
  const saved = (after: Channel) => {
    client.setQueryData(
      channelsQuery.queryKey,
      (list) => list && { ...list, channels: list.channels.map((one) => (one.id === after.id ? after : one)) },
    );
    draft.saved(fields, after);
  };
  const [changingLink, setChangingLink] = useState(false);
  return (
    <Card title="This platform's calendar in Latchkey">
      <Form className="space-y-4" onSubmit={() => save.mutate({ seen: draft.seen, fields }, { onSuccess: saved })}>
        <TheirLink channel={channel} onChange={() => setChangingLink(true)} />
        <TextField {...draft.field("name")} label="Name" autoComplete="on" />
        <ModeChoice mode={fields.mode} platformName={channel.name} onChange={(mode) => draft.change({ mode })} />
        <Switch
          label="Pause"
          hint="While this is on, we don't read the calendar. Nights it has already closed stay closed, but new stays are not imported."
          checked={fields.paused}
          onChange={(paused) => draft.change({ paused })}
        />
        {save.isPending ? null : <ChangesByOthers lines={draft.changedByOthers.map((name) => lineOf(name, channel))} />}
        <ActError error={save.error} />
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? "Saving..." : "Save"}
        </Button>
      </Form>
      {changingLink ? <ChangeLinkDialog channel={channel} onClose={() => setChangingLink(false)} /> : null}
    </Card>
  );
}

function fieldsOf({ name, mode, paused }: Channel): ChannelFields {
  return { name, mode, paused };
}

function lineOf(field: keyof ChannelFields, { name, mode, paused }: Channel): string {
  if (field === "name") return `Name: ${name}`;
  return field === "mode" ? modeLabel(mode) : `Pause: ${paused ? "on" : "off"}`;
}

/** S-04: the link is hidden until the host asks to see it, and hidden again once the channel has changed. */
function TheirLink({ channel, onChange }: { channel: Channel; onChange: () => void }) {
  const reveal = useChannelAct(({ id }: Pick<Channel, "id" | "version">) => platformLink({ id }), {
    failed: "We couldn't show the link",
  });
  const shown = reveal.variables?.version === channel.version ? reveal.data : undefined;
  return (
    <div className="space-y-2">
      <TextField
        label={`Calendar link of ${channel.name}`}
        readOnly
        inputClassName="font-mono text-sm"
        value={shown?.url ?? channel.maskedUrl}
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap gap-2">
        {shown ? (
          <Button look="secondary" onClick={reveal.reset}>
            Hide the link
          </Button>
        ) : (
          <Button look="secondary" disabled={reveal.isPending} onClick={() => reveal.mutate(channel)}>
            Show the link
          </Button>
        )}
        <Button look="secondary" onClick={onChange}>
          Change link
        </Button>
      </div>
    </div>
  );
}
