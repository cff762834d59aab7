import { registerGuest as endpoint } from "#contract/guests.ts";
import type { Mount } from "../http/mount.ts";
import { keyReused, Problem } from "../http/problem.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import type { Clock } from "../runtime/clock.ts";
import type { GuestStore } from "./ports.ts";
import { internationalNumber } from "./dialling-codes.ts";
import { registerGuest } from "./register-guest.ts";

type Needs = { guests: GuestStore; clock: Clock; limit: RateLimit };

export function mountGuests(mount: Mount, { guests, clock, limit }: Needs): void {
  mount(
    endpoint,
    async ({ body }, call) => {
      const whatsapp = body.whatsapp && body.phone ? await internationalNumber(body.phone) : null;
      if (body.whatsapp && !whatsapp) return numberNeeded();
      const submit = call.idempotencyKey ? { key: call.idempotencyKey, call: endpoint.path, body } : null;
      const registrant = { browserHash: call.rememberBrowser(), addressHash: call.addressHash };
      const result = await registerGuest(
        { guests, clock },
        { ...body, phone: body.phone ?? "", whatsapp },
        registrant,
        submit,
      );
      return result.ok ? { id: result.id } : keyReused();
    },
    limit,
  );
}

function numberNeeded(): Problem {
  const message = { kind: "whatsapp-number" } as const;
  return new Problem(400, { message, fields: { phone: message } });
}
