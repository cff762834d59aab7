import type { Clock } from "../runtime/clock.ts";
import { randomId } from "../runtime/ids.ts";
import type { IdempotentRequest } from "../database/transaction.ts";
import type { AddGuestResult, GuestStore, Registrant } from "./ports.ts";

type Needs = { guests: GuestStore; clock: Clock };
type Input = { name: string; email: string; phone: string; whatsapp: string | null };

/** Stores a guest for the booking that follows. No lookup by email, so nobody learns who has stayed before. */
export function registerGuest(
  { guests, clock }: Needs,
  input: Input,
  registrant: Registrant,
  submit: IdempotentRequest | null,
): Promise<AddGuestResult> {
  return guests.add({ id: randomId(), ...input, registrant, createdAt: clock() }, submit);
}
