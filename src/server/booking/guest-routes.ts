import type { FastifyInstance } from "fastify";
import { sendLink } from "#contract/own-stay.ts";
import { type CallNeeds, callOf } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import { openLink } from "./open-link.ts";
import type { BookingStore, GuestMail, LinkStore } from "./ports.ts";
import { sendOwnLink } from "./send-own-link.ts";
import type { Clock } from "../runtime/clock.ts";

export type GuestRouteNeeds = {
  bookings: BookingStore;
  links: LinkStore;
  clock: Clock;
  ownLink: (bookingId: string) => Promise<string>;
  mailGuest: ((mail: GuestMail) => Promise<void>) | null;
  limits: { link: RateLimit; openLink: RateLimit };
};

const LINK_SENT = "If there is an e-mail address with this booking, the link is on its way to it.";

/** The guest's calls on the booking's own page. */
export function mountGuestPage(mount: Mount, needs: GuestRouteNeeds): void {
  mount(
    sendLink,
    async ({ params }) => {
      await sendOwnLink(needs, params.bookingId);
      return { message: LINK_SENT };
    },
    needs.limits.link,
  );
}

/**
 * Where the guest's own link leads. Right or wrong, old or made up: the answer is the booking's page, without the secret
 * in its address; what that page shows is the cookie's affair.
 */
export function mountOwnLink(http: FastifyInstance, callNeeds: CallNeeds, needs: GuestRouteNeeds): void {
  http.get<{ Params: { bookingId: string; secret: string } }>(
    "/booking/link/:bookingId/:secret",
    { config: { access: "anyone" } },
    async (request, reply) => {
      const { bookingId } = request.params;
      // Past the limit the link still leads to the page; only a machine tries so often, and it learns nothing.
      if (!(await needs.limits.openLink(request.ip))) {
        await openLink(needs, request.params, callOf(request, reply, callNeeds).rememberBrowser);
      }
      void reply.header("cache-control", "no-store").header("x-robots-tag", "noindex");
      return reply.redirect(`/booking/confirmation/${encodeURIComponent(bookingId)}`, 303);
    },
  );
}
