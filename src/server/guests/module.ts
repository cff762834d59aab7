import type { Database } from "../database/connect.ts";
import type { Job } from "../jobs/job.ts";
import type { Mount } from "../http/mount.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import type { Clock } from "../runtime/clock.ts";
import { createGuestStore, type GuestStore } from "./store.ts";
import { PROVISIONAL_GUEST_MS } from "#domain/guests/guest.ts";
import { registerGuest as endpoint } from "#contract/guests.ts";
import { keyReused, Problem } from "../http/problem.ts";
import { internationalNumber } from "./dialling-codes.ts";
import { randomId } from "../runtime/ids.ts";

type Needs = { database: Database; clock: Clock; limit: RateLimit };

export function createGuestModule({ database, clock, limit }: Needs): { mount: (mount: Mount) => void; jobs: Job[] } {
  const guests = createGuestStore(database);
  return {
    mount: (mount) => mountGuests(mount, { guests, clock, limit }),
    jobs: [forgetAbandonedGuests({ guests, clock })],
  };
}

/** Deletes guests who did not book within an hour. The job is idempotent, so any instance may run it at any time. */
export function forgetAbandonedGuests({ guests, clock }: { guests: GuestStore; clock: Clock }): Job {
  return {
    name: "forget abandoned guests",
    everyMs: 5 * 60 * 1000,
    irreversible: true,
    run: async () => {
      await guests.removeUnclaimed(new Date(clock().getTime() - PROVISIONAL_GUEST_MS));
    },
  };
}

/**
 * Registers a guest for the booking that follows. Guests are not looked up by email address, so nobody can find out who
 * has stayed before.
 */
function mountGuests(
  mount: Mount,
  { guests, clock, limit }: { guests: GuestStore; clock: Clock; limit: RateLimit },
): void {
  mount(
    endpoint,
    async ({ body }, call) => {
      const whatsapp = body.whatsapp && body.phone ? await internationalNumber(body.phone) : null;
      if (body.whatsapp && !whatsapp) return numberNeeded();
      const submit = call.idempotencyKey ? { key: call.idempotencyKey, call: endpoint.path, body } : null;
      const registrant = { browserHash: call.rememberBrowser(), addressHash: await call.addressHash() };
      const guest = { id: randomId(), ...body, phone: body.phone ?? "", whatsapp, registrant, createdAt: clock() };
      const result = await guests.add(guest, submit);
      return result.ok ? { id: result.id } : keyReused();
    },
    limit,
  );
}

function numberNeeded(): Problem {
  const message = { kind: "whatsapp-number" } as const;
  return new Problem(400, { message, fields: { phone: message } });
}
