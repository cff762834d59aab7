import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from "#domain/language/language.ts";
import { pathIn } from "#domain/language/language-path.ts";
import { textsIn } from "#texts/server-texts.ts";
import { cottageName } from "../core/cottage-name.ts";
import { type CallNeeds, callOf } from "../http/call.ts";
import { readForms } from "../http/read-forms.ts";
import type { GuestRouteNeeds } from "./guest-routes.ts";
import { LINK_HEADERS, LINK_PAGE_HEADERS, linkPage } from "./link-page.ts";
import { effectOfLink, openLink } from "./open-link.ts";
import { pathAfterProof, proofState, redeemProof } from "./prove-email.ts";

type OwnLinkRequest = FastifyRequest<{ Params: { bookingId: string; secret: string } }>;
type ProofRequest = FastifyRequest<{ Params: { mark: string; until: string; secret: string } }>;

const OPEN = { config: { access: "anyone" } } as const;
/** The forms have no fields. */
const FORM_BYTES = 1024;

/**
 * The targets of the links in our messages. Programs that check emails for malware fetch every link, so a GET request
 * neither verifies an email address nor confirms a booking: it leads to a page with a form, which a browser sends at
 * once.
 */
export function mountLinks(http: FastifyInstance, callNeeds: CallNeeds, needs: GuestRouteNeeds): void {
  void http.register(async (links) => {
    readForms(links, FORM_BYTES);
    mountOwnLink(links, callNeeds, needs);
    for (const language of LANGUAGES) mountProof(links, language, needs);
  });
}

/**
 * The guest's own link. Whether valid, expired or made up, the link leads to the booking's page, without the secret in
 * the URL; what that page shows depends on the cookie.
 */
function mountOwnLink(links: FastifyInstance, callNeeds: CallNeeds, needs: GuestRouteNeeds): void {
  const path = "/booking/link/:bookingId/:secret";

  links.get(path, OPEN, async (request: OwnLinkRequest, reply) => {
    // Above the limit, the link still leads to the page. Only a program tries that often, and it learns nothing from
    // the page.
    if (await needs.limits.openLink(request.ip)) return toBooking(request, reply);
    const asked = await effectOfLink(needs, request.params);
    if (asked) return sendPage(reply, needs, asked.booking.language, asked.effect);
    return request.method === "HEAD" ? toBooking(request, reply) : open(request, reply);
  });

  links.post(path, OPEN, async (request: OwnLinkRequest, reply) =>
    (await needs.limits.openLink(request.ip)) ? toBooking(request, reply) : open(request, reply),
  );

  async function open(request: OwnLinkRequest, reply: FastifyReply): Promise<FastifyReply> {
    const opened = await openLink(needs, request.params, callOf(request, reply, callNeeds).rememberBrowser);
    // Only a holder of the link is led to the page in the guest's language.
    const booking = opened ? await needs.bookings.find(request.params.bookingId) : null;
    return toBooking(request, reply, booking?.language);
  }

  function toBooking({ params }: OwnLinkRequest, reply: FastifyReply, language: Language = DEFAULT_LANGUAGE) {
    return redirect(reply, pathIn(language, `/booking/confirmation/${encodeURIComponent(params.bookingId)}`));
  }
}

/**
 * The link that verifies an email address before a booking. It leads back to the booking page, whether the link is
 * valid or not.
 */
function mountProof(links: FastifyInstance, language: Language, needs: GuestRouteNeeds): void {
  const path = pathIn(language, "/booking/prove/:mark/:until/:secret");
  const proofIn = ({ params: { mark: emailHash, until, secret } }: ProofRequest) => ({ emailHash, until, secret });
  const toForm = ({ url }: ProofRequest, reply: FastifyReply, proven: boolean) =>
    redirect(reply, pathIn(language, pathAfterProof(url.split("?")[1] ?? "", proven)));

  links.get(path, OPEN, async (request: ProofRequest, reply) => {
    if (await needs.limits.openLink(request.ip)) return redirect(reply, pathIn(language, "/book"));
    const state = await proofState(needs, proofIn(request));
    return state === "valid" ? sendPage(reply, needs, language, "proof") : toForm(request, reply, state === "redeemed");
  });

  links.post(path, OPEN, async (request: ProofRequest, reply) => {
    if (await needs.limits.openLink(request.ip)) return redirect(reply, pathIn(language, "/book"));
    return toForm(request, reply, await redeemProof(needs, proofIn(request)));
  });
}

async function sendPage(
  reply: FastifyReply,
  { database }: GuestRouteNeeds,
  language: Language,
  effect: keyof ReturnType<typeof textsIn>["emails"]["linkPage"],
): Promise<FastifyReply> {
  const cottage = await cottageName(database.db);
  return reply
    .headers(LINK_PAGE_HEADERS)
    .send(linkPage({ language, cottage, ...textsIn(language).emails.linkPage[effect] }));
}

function redirect(reply: FastifyReply, path: string): FastifyReply {
  return reply.headers(LINK_HEADERS).redirect(path, 303);
}
