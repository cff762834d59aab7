import { ENGLISH_NAMES, type Language } from "#domain/language/language.ts";
import type { ActResult, BookingNeeds, HostOrder } from "./ports.ts";

type Input = HostOrder & { language: Language };

export function changeLanguage({ bookings, clock }: BookingNeeds, { language, ...order }: Input): Promise<ActResult> {
  return bookings.act({
    ...order,
    at: clock(),
    decide: () => ({
      ok: true,
      act: "booking.language",
      event: `Messages to the guest will be in ${ENGLISH_NAMES[language]} from now on`,
      next: { language },
    }),
  });
}
