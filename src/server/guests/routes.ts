import { registerGuest as endpoint } from "#contract/guests.ts";
import type { Mount } from "../http/mount.ts";
import { keyReused, Problem } from "../http/problem.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import type { Clock } from "../runtime/clock.ts";
import type { GuestStore } from "./store.ts";
import { internationalNumber } from "./dialling-codes.ts";
import { randomId } from "../runtime/ids.ts";

type Needs = { guests: GuestStore; clock: Clock; limit: RateLimit };

/**
 * Registers a guest for the booking that follows. Guests are not looked up by email address, so nobody can find out who
 * has stayed before.
 */
export function mountGuests(mount: Mount, { guests, clock, limit }: Needs): void {
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
