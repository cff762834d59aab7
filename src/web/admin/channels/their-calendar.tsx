import { useState } from "react";
import type { Channel } from "#contract/channels.ts";
import { type ChannelFields, saveChannel, platformLink } from "../../api/channels.ts";
import { Button } from "../../ui/button.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { Switch } from "../../ui/switch.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { Card } from "../bookings/card.tsx";
import { fieldErrors } from "../bookings/use-act.ts";
import { ModeChoice } from "./mode-choice.tsx";
import { useChannelAct } from "./use-channel-act.ts";

/** The platform's calendar link, and which of its entries close nights here. */
export function TheirCalendar({ channel }: { channel: Channel }) {
  const [fields, setFields] = useState<ChannelFields>({
    name: channel.name,
    mode: channel.mode,
    paused: channel.paused,
  });
  const save = useChannelAct(() => saveChannel(channel, fields), { done: "Saved", failed: "Nothing was saved" });
  const errors = fieldErrors(save.error);
  return (
    <Card title="This platform's calendar in Latchkey">
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <TheirLink channel={channel} />
        <Field label="Name" error={errors["name"]}>
          {(parts) => (
            <input
              {...parts}
              className={inputClass}
              value={fields.name}
              onChange={(event) => setFields({ ...fields, name: event.target.value })}
            />
          )}
        </Field>
        <ModeChoice
          mode={fields.mode}
          platformName={channel.name}
          onChange={(mode) => setFields({ ...fields, mode })}
        />
        <Switch
          label="Pause"
          hint="While this is on, we don't read the calendar. Nights it closed stay closed."
          checked={fields.paused}
          onChange={(paused) => setFields({ ...fields, paused })}
        />
        {Object.keys(errors).length > 0 ? null : <ActError error={save.error} />}
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? "Saving..." : "Save"}
        </Button>
      </form>
    </Card>
  );
}

/** S-04: the link is hidden until the host asks to see it. */
function TheirLink({ channel }: { channel: Channel }) {
  const reveal = useChannelAct(() => platformLink(channel), { failed: "We couldn't show the link" });
  return (
    <div className="space-y-2">
      <Field label={`Calendar link of ${channel.name}`}>
        {(parts) => (
          <input
            {...parts}
            readOnly
            className={`${inputClass} font-mono text-sm`}
            value={reveal.data?.url ?? channel.maskedUrl}
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
      {reveal.data ? (
        <Button look="secondary" onClick={reveal.reset}>
          Hide the link
        </Button>
      ) : (
        <Button look="secondary" disabled={reveal.isPending} onClick={() => reveal.mutate()}>
          Show the link
        </Button>
      )}
    </div>
  );
}
