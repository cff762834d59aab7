import { useState } from "react";
import type { Channel, ChannelPreview } from "#contract/channels.ts";
import { counted } from "#domain/text/counted.ts";
import { changeLink, previewLink } from "../../api/channels.ts";
import { fieldErrors } from "../../lib/display-error.ts";
import { formatSpan } from "../../lib/format-span.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { useBaseVersion } from "../frame/use-draft.ts";
import { BlockChoice } from "./block-choice.tsx";
import { PreviewShown } from "./preview-shown.tsx";
import { useChannelAct } from "./use-channel-act.ts";
import { WHERE_TO_FIND } from "./where-to-find.ts";

type Props = { channel: Channel; onClose: () => void };

/**
 * S-07: changes the link of a connected platform in two steps: enter the new link, and preview its calendar before
 * anything changes.
 */
export function ChangeLinkDialog({ channel, onClose }: Props) {
  const { name, platform } = channel;
  const [url, setUrl] = useState("");
  const [found, setFound] = useState<ChannelPreview | null>(null);
  const [closed, setClosed] = useState<ReadonlySet<ChannelPreview["events"][number]>>(new Set());
  const look = useChannelAct((link: string) => previewLink(channel, link), {
    failed: "We couldn't read the calendar",
    after: (seen) => {
      setFound(seen);
      const suggested = seen.mode === "reservations" ? seen.events.filter(({ block }) => block?.suggested) : [];
      setClosed(new Set(suggested));
    },
  });
  const save = useChannelAct(
    (seen: Channel) => {
      const closeBlocks = [...closed].map(({ startsOn, endsOn }) => ({ startsOn, endsOn }));
      // The field may have been edited while the preview was loading.
      return changeLink({ seen }, { url: look.variables ?? url, closeBlocks });
    },
    { done: "Link changed", failed: "We couldn't change the link", after: onClose },
  );
  const base = useBaseVersion(channel, { error: save.error });

  if (found) {
    return (
      <Sheet
        title={`What ${found.name} shows`}
        onClose={onClose}
        footer={
          <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Button look="secondary" onClick={() => setFound(null)}>
              Back
            </Button>
            <Button disabled={save.isPending} onClick={() => save.mutate(base.seen)}>
              {save.isPending ? "Changing..." : "Use this link"}
            </Button>
          </div>
        }
      >
        <div className="max-w-2xl space-y-5">
          <p>Nothing has changed yet.</p>
          <MissingStays preview={found} />
          {found.mode === "reservations" ? (
            <BlockChoice
              blocks={found.events.filter(({ block }) => block !== null)}
              closed={closed}
              platformName={found.name}
              onChange={setClosed}
            />
          ) : null}
          <PreviewShown preview={found} mode={found.mode} closed={closed} />
          <p className="text-sm text-ink-soft">
            If this link belongs to a different listing, paste your calendar link there too.
          </p>
          <ActError error={save.error} />
        </div>
      </Sheet>
    );
  }
  const errors = fieldErrors(look.error);
  return (
    <Sheet title={`Change the link of ${name}`} onClose={onClose}>
      <Form className="max-w-xl space-y-5" onSubmit={() => look.mutate(url)}>
        <p>{WHERE_TO_FIND[platform].theirs} Bookings stay here, and no nights are freed when you change the link.</p>
        {channel.paused ? <p>Reading is paused. It starts again with the new link.</p> : null}
        <TextField
          label="New calendar link"
          error={errors["url"]}
          type="url"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          value={url}
          onChange={setUrl}
        />
        {errors["url"] ? null : <ActError error={look.error} />}
        <Button type="submit" disabled={look.isPending}>
          {look.isPending ? "Reading the calendar..." : "Preview the new link"}
        </Button>
      </Form>
    </Sheet>
  );
}

/** Stays from the old link that the calendar at the new link does not show. */
function MissingStays({ preview: { missing } }: { preview: ChannelPreview }) {
  if (missing.length === 0) return null;
  return (
    <Notice look="info">
      <p>
        {counted(missing.length, "stay")} from the old link {missing.length === 1 ? "is" : "are"} not in this calendar.
        We'll ask you whether they are cancelled. Their nights stay closed until you answer, or until the calendar has
        stayed the same for at least six hours. Stays that have not begun are then released.
      </p>
      <ul className="mt-2 list-disc pl-5 font-normal">
        {missing.map(({ title, startsOn, endsOn }) => (
          <li key={`${title} ${startsOn} ${endsOn}`}>
            {title}, {formatSpan(startsOn, endsOn)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
