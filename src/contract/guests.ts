import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { hasLink, isPlainName, NAME_MAX } from "#domain/guests/plain-name.ts";
import { oneLine, text } from "./fields.ts";

/** Without the invisible marks that come along when an address or a number is copied out of a chat or a list of contacts. */
function copied(message: string) {
  return z.pipe(
    z.string(message),
    z.transform((value: string) => value.replaceAll(/\p{Cf}/gu, "")),
  );
}

/** SPEC 5, with the longest that mail and telephone networks know as upper limits (RFC 5321 4.5.3.1). */
export const guestFields = {
  name: z.pipe(
    oneLine({ min: 2, max: NAME_MAX, message: "Name is required" }),
    z.string().check(z.refine(isPlainName, { error: "Write your name without web addresses or phone numbers" })),
  ),
  email: z.pipe(
    z.pipe(copied("Valid email is required"), text({ max: 254, message: "Valid email is required" })),
    z.string().check(z.email("Valid email is required")),
  ),
  phone: z.pipe(
    z.pipe(copied("Phone number is required"), oneLine({ min: 5, max: 40, message: "Phone number is required" })),
    z.string().check(z.refine((phone) => !hasLink(phone), { error: "Write your phone number without web addresses" })),
  ),
};

export const registerGuest = endpoint({
  method: "POST",
  path: "/api/guests",
  access: "anyone",
  body: z.object({
    ...guestFields,
    /** Null says that the guest gave none: the direct form does not ask for one (SPEC 5). An empty or short text is a slip. */
    phone: z.nullable(guestFields.phone),
    /** Whether the guest asks for messages by WhatsApp, to that number; nobody is asked by default. */
    whatsapp: z.optional(z.boolean()),
  }),
  answer: z.object({ id: z.string() }),
  status: 201,
});
