import { Check, Eye, EyeOff } from "../../ui/icons.tsx";
import { Copy } from "../../ui/later-icons.tsx";
import { useId, useRef, useState } from "react";
import type { Feed } from "#contract/feeds.ts";
import { replaceFeedLink } from "../../api/channels.ts";
import { formatMoment } from "../../lib/format-date.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { inputClass } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { useChannelAct } from "./use-channel-act.ts";

type Props = { feed: Feed; publicUrl: string | null; platformName: string; timeZone: string };

/** The link is secret, so the host can replace it if it has leaked. */
export function OurLink({ feed, publicUrl, platformName, timeZone }: Props) {
  const [shown, setShown] = useState(false);
  const [changing, setChanging] = useState(false);
  const id = useId();
  const whole = `${publicUrl ?? globalThis.location.origin}${feed.path}`;
  const masked = whole.replace(/(\/calendar\/)[^/]+/, "$1••••••••");
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="space-y-3">
      <label htmlFor={id} className="block font-semibold">
        Your calendar link for {platformName}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          readOnly
          value={shown ? whole : masked}
          onFocus={(event) => event.target.select()}
          className={`${inputClass} min-w-0 font-mono text-sm`}
        />
        <Button
          look="secondary"
          className="shrink-0 px-3"
          aria-label={`${shown ? "Hide" : "Show"} your link for ${platformName}`}
          onClick={() => setShown(!shown)}
        >
          <Icon className="size-5" />
        </Button>
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={whole} platformName={platformName} onRefused={() => setShown(true)} />
        <Button look="secondary" onClick={() => setChanging(true)}>
          New link
        </Button>
      </div>
      {publicUrl === null ? (
        <p className="text-sm text-ink-soft">
          This link starts with the address that you use to open the portal. Platforms need a public address. Ask
          whoever runs the site to set PUBLIC_URL.
        </p>
      ) : null}
      {feed.oldUntil ? (
        <p className="text-sm">The old link works until {formatMoment(feed.oldUntil, timeZone)}.</p>
      ) : null}
      {changing ? <ChangeDialog feed={feed} platformName={platformName} onClose={() => setChanging(false)} /> : null}
    </div>
  );
}

type CopyProps = {
  text: string;
  platformName: string;
  /** Called if the browser refuses to copy, so that the host can copy manually. */ onRefused: () => void;
};

function CopyButton({ text, platformName, onRefused }: CopyProps) {
  const [status, setStatus] = useState<"" | "Copied" | "Select the link and copy it">("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const say = (words: typeof status) => {
    setStatus(words);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setStatus(""), 4000);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say("Copied");
    } catch {
      // Pages can use the clipboard only with HTTPS or on localhost.
      onRefused();
      say("Select the link and copy it");
    }
  };
  const Icon = status === "Copied" ? Check : Copy;
  return (
    <>
      <Button onClick={() => void copy()} aria-label={`${status || "Copy link"} for ${platformName}`}>
        <Icon className="size-5" />
        {status || "Copy link"}
      </Button>
      <span role="status" className="sr-only">
        {status}
      </span>
    </>
  );
}

const HOURS: [number, string][] = [
  [48, "In two days, so you have time to paste the new link"],
  [24, "In one day"],
  [72, "In three days"],
  [0, "Right now, because someone else knows the old link"],
];

function ChangeDialog({ feed, platformName, onClose }: { feed: Feed; platformName: string; onClose: () => void }) {
  const [hours, setHours] = useState(feed.seemsPublic ? 0 : 48);
  const change = useChannelAct(() => replaceFeedLink(feed.channel, hours), {
    done: "New link created",
    failed: "The link wasn't changed",
    after: onClose,
  });
  return (
    <Dialog title={`A new link for ${platformName}`} onClose={onClose}>
      <div className="space-y-4">
        <p>
          After you create it, paste the new link into {platformName}. Once the old link stops working, {platformName}{" "}
          can't see your bookings without the new one.
        </p>
        <SelectField label="When should the old link stop working?" value={hours} options={HOURS} onChange={setHours} />
        <ActError error={change.error} />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={change.isPending} onClick={() => change.mutate()}>
            {change.isPending ? "Changing..." : "Create a new link"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** S-72 */
export function PublicLinkNotice({ feed, platformName }: { feed: Feed; platformName: string }) {
  if (!feed.seemsPublic) return null;
  return (
    <Notice look="error">
      Your private calendar link for {platformName} may have leaked. Programs that don't belong to the platform are
      reading it from many places. Create a new link below and paste it into {platformName}.
    </Notice>
  );
}
