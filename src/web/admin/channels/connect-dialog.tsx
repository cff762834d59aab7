import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Channel, ChannelPreview } from "#contract/channels.ts";
import type { ImportMode, Platform } from "#domain/channels/channel.ts";
import { channelsQuery } from "../../api/channel-list.ts";
import { connect, feedsQuery, type Link, createFeedLink, preview } from "../../api/channels.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { fieldErrors } from "../../lib/display-error.ts";
import { BlockChoice } from "./block-choice.tsx";
import { ModeChoice } from "./mode-choice.tsx";
import { OurLink } from "./our-link.tsx";
import { PreviewShown } from "./preview-shown.tsx";
import { useChannelAct } from "./use-channel-act.ts";
import { WHERE_TO_FIND } from "./where-to-find.ts";

type Props = { platform: Platform; platformName: string; onClose: () => void };

/** In three steps: enter the platform's link, preview its calendar before anything is saved, and copy our link. */
export function ConnectDialog({ platform, platformName, onClose }: Props) {
  const [link, setLink] = useState<Link>({ platform, url: "" });
  const [name, setName] = useState("");
  const [found, setFound] = useState<ChannelPreview | null>(null);
  const [mode, setMode] = useState<ImportMode>("everything");
  const [closed, setClosed] = useState<ReadonlySet<ChannelPreview["events"][number]>>(new Set());
  const [connected, setConnected] = useState<Channel | null>(null);

  // In "everything" mode, all blocks close nights here, so there are none to choose.
  const chosen: typeof closed = mode === "reservations" ? closed : new Set();

  const look = useChannelAct((link: Link) => preview(link), {
    failed: "We couldn't read the calendar",
    after: (seen) => {
      setFound(seen);
      setMode(seen.mode);
      setClosed(new Set(seen.events.filter(({ block }) => block?.suggested)));
    },
  });
  const isOther = platform === "other";
  const ownName = isOther ? name.trim() : "";
  const save = useChannelAct(
    async () => {
      const closeBlocks = [...chosen].map(({ startsOn, endsOn }) => ({ startsOn, endsOn }));
      // The field may have been edited while the preview was loading.
      const previewed = look.variables ?? link;
      const channel = await connect({ ...previewed, mode, closeBlocks, ...(ownName ? { name: ownName } : {}) });
      // Without our link, the channel is connected all the same, and the next step says what to do.
      await createFeedLink(channel.id).catch(() => null);
      return channel;
    },
    {
      done: (channel) => `${channel.name} is connected`,
      failed: "We couldn't connect the platform",
      after: setConnected,
    },
  );

  if (connected) return <ShareOurLink channel={connected} onClose={onClose} />;
  if (found) {
    const shownName = ownName || found.name;
    return (
      <Sheet
        title={`What ${shownName} shows`}
        onClose={onClose}
        footer={
          <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Button look="secondary" onClick={() => setFound(null)}>
              Back
            </Button>
            <Button disabled={save.isPending} onClick={() => save.mutate()}>
              {save.isPending ? "Connecting..." : "Save and connect"}
            </Button>
          </div>
        }
      >
        <div className="max-w-2xl space-y-5">
          <p>Nothing is saved yet.</p>
          <ModeChoice mode={mode} onChange={setMode} platformName={shownName} />
          {mode === "reservations" ? (
            <BlockChoice
              blocks={found.events.filter(({ block }) => block !== null)}
              closed={closed}
              platformName={shownName}
              onChange={setClosed}
            />
          ) : null}
          <PreviewShown preview={found} mode={mode} closed={chosen} />
          <ActError error={save.error} />
        </div>
      </Sheet>
    );
  }
  const errors = fieldErrors(look.error);
  return (
    <Sheet title={`Connect ${platformName}`} onClose={onClose}>
      <Form className="max-w-xl space-y-5" onSubmit={() => look.mutate(link)}>
        <p>{WHERE_TO_FIND[platform].theirs}</p>
        {isOther ? (
          <TextField
            label="Name"
            hint="Your name for this calendar, such as Expedia or Family."
            value={name}
            onChange={setName}
            autoComplete="on"
          />
        ) : null}
        <TextField
          label={isOther ? "Calendar link" : `Calendar link of ${platformName}`}
          error={errors["url"]}
          type="url"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          value={link.url}
          onChange={(url) => setLink({ platform, url })}
        />
        <p className="text-sm text-ink-soft">
          Keep this link secret. Anyone who has it can see when your cottage is booked. We hide it and keep it out of
          logs.
        </p>
        {errors["url"] ? null : <ActError error={look.error} />}
        <Button type="submit" disabled={look.isPending}>
          {look.isPending ? "Reading the calendar..." : "Preview the import"}
        </Button>
      </Form>
    </Sheet>
  );
}

function ShareOurLink({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const feeds = useQuery(feedsQuery);
  const channels = useQuery(channelsQuery);
  const feed = feeds.data?.feeds.find((one) => one.channel === channel.id);
  return (
    <Sheet
      title={`Now give ${channel.name} your calendar`}
      onClose={onClose}
      footer={
        <div className="flex justify-end">
          <Button onClick={onClose}>Done</Button>
        </div>
      }
    >
      <div className="max-w-xl space-y-5">
        <p>
          {channel.name} is connected, and its stays now close nights here.{" "}
          {channel.platform === "other"
            ? "If people can book there too, give it your calendar, to stop it from selling nights that are taken here."
            : "Give it your calendar too, to stop it from selling nights that are taken here."}{" "}
          {WHERE_TO_FIND[channel.platform].ours}
        </p>
        {feed && channels.data ? (
          <OurLink
            feed={feed}
            publicUrl={feeds.data?.publicUrl ?? null}
            platformName={channel.name}
            timeZone={channels.data.timeZone}
          />
        ) : (
          <p role="status">
            {feeds.isFetching
              ? "Loading your link..."
              : `We couldn't create your link. Please create it on the page of ${channel.name}.`}
          </p>
        )}
        <p className="text-sm text-ink-soft">
          If {channel.name} imports other platforms' calendars directly, remove them there and connect each platform
          only to this site. Otherwise, platforms copy each other's blocks, and free nights look taken.
        </p>
      </div>
    </Sheet>
  );
}
