import * as z from "zod/mini";
import { EMAIL_REQUIRED, GUEST_RULES } from "#domain/guests/typed-text.ts";
import { asciiDigits } from "#domain/text/ascii-digits.ts";
import { endpoint } from "./endpoint.ts";
import { ruled } from "./fields.ts";

/** The host, WhatsApp and the limits on what one guest may hold all need phone numbers in ASCII digits. */
const PHONE = { ...GUEST_RULES.phone, tidy: (typed: string) => GUEST_RULES.phone.tidy(asciiDigits(typed)) };

/** SPEC 5. */
export const guestFields = {
  name: ruled(GUEST_RULES.name, "Name is required"),
  email: ruled(GUEST_RULES.email, EMAIL_REQUIRED),
  phone: ruled(PHONE, "Phone number is required"),
};

export const registerGuest = endpoint("POST", "/api/guests", "anyone", {
  body: z.object({
    ...guestFields,
    /**
     * Null if the guest gave none: the direct form does not require one (SPEC 5). A number that is too short is
     * rejected.
     */
    phone: z.nullable(guestFields.phone),
    /** Whether the guest wants WhatsApp messages to that number; off by default. */
    whatsapp: z.optional(z.boolean()),
  }),
  response: z.object({ id: z.string() }),
  status: 201,
});
