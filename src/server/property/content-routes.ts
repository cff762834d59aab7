import * as contract from "#contract/content.ts";
import type { SavedContent } from "#contract/content.ts";
import { decideSample as decideSampleCall, readSamples } from "#contract/samples.ts";
import type { DocumentProblem } from "#domain/pricing/document-problems.ts";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { type Content, CONTENT_FIELDS, type ContentField, fieldsOf, withOneMain } from "#domain/property/content.ts";
import type { Photo } from "#domain/property/site-content.ts";
import { rateFromText, rateText } from "#domain/property/property.ts";
import { NO_SAMPLES } from "#domain/property/samples.ts";
import { actorOf, type Call, mustConfirm } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { askToConfirm, confirmFirst, notFound, Problem } from "../http/problem.ts";
import { randomId } from "../runtime/ids.ts";
import {
  changeContent,
  type ChangeNeeds,
  type ChangeResult,
  type ContentChange,
  undoContent,
  type UndoResult,
} from "./change-content.ts";
import { decideSample, piecesOf } from "./decide-sample.ts";
import type { RenderMarkdown } from "./markdown-renderer.ts";
import type { UndoPicture } from "./ports.ts";
import { versionOf } from "../runtime/version-of.ts";

const NOT_OFFERED =
  "Sample reviews can't be kept, and a part that the site needs can't be hidden. Edit the text instead.";

export type ContentRouteNeeds = ChangeNeeds & { render: RenderMarkdown; undoPicture: UndoPicture; demo: boolean };

export function mountContent(mount: Mount, needs: ContentRouteNeeds): void {
  const responseTo = async (result: ChangeResult | UndoResult) =>
    result.ok ? { content: await viewOf(result.content, needs.render), changeId: result.changeId } : problemOf(result);

  const change = async (
    call: Call,
    decide: (present: Content) => ContentChange,
    seen: Record<string, string>,
    confirmed = false,
  ) => {
    const how = { confirmed, mayRedirect: await mayRedirect(call) };
    return responseTo(await changeContent(needs, decide, seen, await actorOf(call), how));
  };

  mount(contract.readContent, async () => viewOf(await needs.contents.read(), needs.render));

  mount(contract.saveContent, async ({ body }, call) => {
    const { seen = {}, confirmed, imageUrl, rate, photos, hero, ...texts } = body;
    const present = await needs.contents.read();
    const { currency } = present.prices;
    const rateCents = rate === undefined ? null : rateFromText(rate, currency);
    if (rate !== undefined && rateCents === null)
      return new Problem(400, { message: contract.RATE_MESSAGE, fields: { rate: contract.RATE_MESSAGE } });
    const after: Partial<Content> = {
      ...texts,
      ...(rateCents === null ? {} : { rateCents }),
      ...(photos ? { photos: withIds(photos) } : {}),
      ...(hero ? { hero: { id: present.hero.id, ...hero } } : {}),
    };
    return change(
      call,
      (present) => (imageUrl === undefined ? { ok: true, after } : withMain(present, after, imageUrl)),
      seen,
      confirmed,
    );
  });

  mount(contract.savePhotos, ({ body, query }, call) => {
    const photos = withIds(body);
    return change(call, () => ({ ok: true, after: { photos } }), seenOf("photos", query.seen));
  });

  mount(contract.saveHero, ({ body, query }, call) =>
    change(call, ({ hero }) => ({ ok: true, after: { hero: { id: hero.id, ...body } } }), seenOf("hero", query.seen)),
  );

  mount(contract.undoContent, async ({ params }, call) => {
    const actor = await actorOf(call);
    const result = await undoContent(needs, params.changeId, { actor, mayRedirect: await mayRedirect(call) });
    if (result.ok || result.reason !== "unknown") return responseTo(result);
    const undone = await needs.undoPicture(params.changeId, actor);
    if (!undone.ok) return problemOf(undone);
    return { content: await viewOf(await needs.contents.read(), needs.render), changeId: undone.changeId };
  });

  mount(readSamples, async () => {
    const [content, samples] = await Promise.all([needs.contents.read(), needs.contents.readSamples()]);
    // In demo mode, all content is meant to be shown.
    return { pieces: piecesOf(content, needs.demo ? NO_SAMPLES : samples) };
  });

  mount(decideSampleCall, async ({ body: { piece, decision } }, call) => {
    const result = await decideSample(needs, piece, decision, await actorOf(call));
    return result.ok ? { pieces: result.pieces } : new Problem(400, NOT_OFFERED);
  });

  mount(contract.previewLongText, async ({ body }) => ({ html: await needs.render(body.text) }));
}

/** Notifications to the host go to the contact email and phone number, which the settings protect in the same way. */
async function mayRedirect(call: Call): Promise<boolean> {
  const admin = await call.admin();
  return admin !== null && !mustConfirm(admin, "kept");
}

function withIds(photos: (Omit<Photo, "id"> & Partial<Pick<Photo, "id">>)[]): Photo[] {
  return withOneMain(photos.map((photo) => ({ ...photo, id: photo.id ?? randomId() })));
}

function seenOf(field: ContentField, version: string | undefined): Record<string, string> {
  return version === undefined ? {} : { [field]: version };
}

/** In SPEC 3, the property's picture is a field. It must be one of the photos, and becomes the main photo. */
function withMain({ photos }: Content, after: Partial<Content>, imageUrl: string): ContentChange {
  const main = photos.find((photo) => photo.isMain)?.url;
  if (imageUrl === main) return { ok: true, after };
  if (!photos.some((photo) => photo.url === imageUrl)) return { ok: false, reason: "no-such-photo" };
  return {
    ok: true,
    after: { ...after, photos: photos.map((photo) => ({ ...photo, isMain: photo.url === imageUrl })) },
  };
}

async function viewOf(content: Content, render: RenderMarkdown): Promise<SavedContent> {
  const { gettingHere, rateCents, prices, photos } = content;
  const [descriptionHtml, directionsHtml] = await Promise.all([
    render(content.description),
    render(gettingHere.directions),
  ]);
  return {
    ...content,
    id: PROPERTY_ID,
    imageUrl: photos.find((photo) => photo.isMain)?.url ?? "",
    rate: rateText(rateCents, prices.currency),
    currency: prices.currency,
    descriptionHtml,
    gettingHere: { ...gettingHere, directionsHtml },
    versions: Object.fromEntries(fieldsOf(content).map((field) => [field, versionOf(content[field])])),
  };
}

function pricesRefused(problems: readonly DocumentProblem[]): Problem {
  const fields = Object.fromEntries(problems.map(({ path, message }) => [path, message]));
  return new Problem(400, { message: problems[0]?.message ?? "Please check the prices.", fields });
}

type Refused = Exclude<ChangeResult | UndoResult | Awaited<ReturnType<UndoPicture>>, { ok: true }>;

export function problemOf(result: Refused): Problem {
  switch (result.reason) {
    case "stale":
      return new Problem(409, {
        message: `${listed(result.fields)} changed while you were writing. Your changes are still here: load the saved version, compare, and save again.`,
        fields: Object.fromEntries(result.fields.map((field) => [field, "This was changed in the meantime"])),
      });
    case "changed-since":
      return new Problem(
        409,
        `${listed(result.fields)} changed again after this. Undo the later change first, or edit it under Content.`,
      );
    case "undone-already":
      return new Problem(409, "This has already been undone.");
    case "picture-gone":
      return new Problem(
        409,
        "A picture in this change was deleted, because the site had not used it for a week. Choose another picture.",
      );
    case "said-otherwise-since":
      return new Problem(
        409,
        "This picture's details changed again after this. Undo the later change first, or edit the picture's details.",
      );
    case "unknown":
      return notFound("This change does not exist.");
    case "confirm-first":
      return confirmFirst();
    case "prices-refused":
      return pricesRefused(result.problems);
    case "unusual":
      return askToConfirm(result.question);
    case "no-such-photo":
      return new Problem(400, {
        message: "Add this picture under Photos first; the main photo is the property's picture.",
        fields: { imageUrl: "This is not one of the photos" },
      });
  }
}

/** Formats the names of the fields as in "Name, Description, and House rules". */
function listed(fields: ContentField[]): string {
  const names = fields.map((field) => CONTENT_FIELDS[field].label);
  return new Intl.ListFormat("en-US").format(names);
}
