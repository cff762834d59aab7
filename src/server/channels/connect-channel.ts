import { createHash } from "node:crypto";
import { nightCount, overlaps } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { badReading } from "#domain/channels/bad-reading.ts";
import { DEFAULT_MODE, type ImportMode, type Platform, PLATFORM_NAMES } from "#domain/channels/channel.ts";
import type { FeedEvent } from "#domain/channels/feed-event.ts";
import { cleanLink, looksLikeOurs, maskedLink, platformOfHost } from "#domain/channels/link.ts";
import { randomId } from "../runtime/ids.ts";
import type { DeskStore, Meeting, ReadCalendar, Refusal } from "./ports.ts";
import { syncChannel, type SyncNeeds } from "./sync-channel.ts";

export type ConnectNeeds = SyncNeeds & { desk: DeskStore; publicUrl: string | null };
type Asked = { platform: Platform; url: string };

export type Preview = {
  ok: true;
  url: string;
  recognised: Platform | null;
  warning: string;
  maskedUrl: string;
  mode: ImportMode;
  calendar: ReadCalendar;
  events: (FeedEvent & { holds: boolean; meets: string })[];
};

/** Reads what a link holds and saves nothing (S-03). */
export async function previewChannel(needs: ConnectNeeds, asked: Asked): Promise<Preview | Refusal> {
  const link = await freeLink(needs, asked.url);
  if (!link.ok) return link;
  const today = await needs.today();
  const name = PLATFORM_NAMES[asked.platform];
  const outcome = await needs.adapter.read({
    ...asked,
    url: link.url,
    today,
    validators: { etag: "", lastModified: "" },
  });
  const { calendar } = outcome;
  if (!calendar) return refuse(badReading(outcome.state, outcome.httpStatus, name));
  if (calendar.isOurs) return refuse(OURS);
  const { platformOf } = await import("#domain/channels/classify.ts");
  const recognised = calendar.family ? platformOf(calendar.family) : null;
  const mode = calendar.family === "expedia" ? "reservations" : DEFAULT_MODE[asked.platform];
  const met = await needs.desk.meetings(today);
  const events = calendar.events.map((event) => {
    const holds = !(mode === "reservations" && event.kind === "block");
    return { ...event, holds, meets: holds ? meetsOf(event, met, today) : "" };
  });
  const hostOf = platformOfHost(link.host);
  const other = [recognised, hostOf].find((one) => one !== null && one !== asked.platform);
  const warning = other ? `This looks like a calendar of ${PLATFORM_NAMES[other]}, not of ${name}.` : "";
  return { ok: true, url: link.url, recognised, warning, maskedUrl: maskedLink(link.url), mode, calendar, events };
}

export type Connected = { ok: true; channelId: string } | Refusal;

/** Connects a calendar and takes it over at once; a link that cannot be read is not saved. */
export async function connectChannel(
  needs: ConnectNeeds,
  { platform, url, name, mode, actor }: Asked & { name: string; mode: ImportMode | null; actor: string },
): Promise<Connected> {
  const link = await freeLink(needs, url);
  if (!link.ok) return link;
  const id = randomId();
  const added = await needs.desk.add(
    {
      id,
      platform,
      name: name || PLATFORM_NAMES[platform],
      mode: mode ?? DEFAULT_MODE[platform],
      url: link.url,
      hash: hashOf(link.url),
    },
    actor,
    needs.clock(),
  );
  if (!added) return refuse(TWICE);
  const run = await syncChannel(needs, id, "connect");
  if (run && (run.state === "ok" || run.state === "unchanged")) return { ok: true, channelId: id };
  await needs.desk.discard(id);
  return refuse(run?.result ?? "The calendar could not be read. Please try again.");
}

const OURS = "This is Latchkey's own calendar. Paste the link that the platform gives you.";
const TWICE = "This calendar is connected already.";

async function freeLink({ desk, publicUrl }: ConnectNeeds, pasted: string) {
  const link = cleanLink(pasted);
  if (!link.ok) return refuse(link.message);
  const ownHost = publicUrl ? new URL(publicUrl).hostname : null;
  if (looksLikeOurs(link.url, ownHost)) return refuse(OURS);
  return (await desk.isLinkTaken(hashOf(link.url))) ? refuse(TWICE) : link;
}

function refuse(message: string): Refusal {
  return { ok: false, status: 400, message, field: "url" };
}

function hashOf(url: string): string {
  return createHash("sha256").update(url).digest("base64url");
}

function meetsOf(event: FeedEvent, met: readonly Meeting[], today: LocalDate): string {
  if (event.checkOut <= today) return "";
  return met
    .filter((one) => overlaps(event, one))
    .map(
      ({ title, ...span }) =>
        `${title}, ${nightCount(span)} ${nightCount(span) === 1 ? "night" : "nights"} from ${span.checkIn}`,
    )
    .join("; ");
}
