import * as z from "zod/mini";
import { newAccount, token } from "./auth.ts";
import { endpoint } from "./endpoint.ts";
import { optionalEmail } from "./fields.ts";

const person = z.object({
  id: z.string(),
  username: z.string(),
  /** Null for somebody who has never opened the portal. */
  lastSeenAt: z.nullable(z.iso.datetime()),
  since: z.iso.datetime(),
  secondFactor: z.boolean(),
  passkeys: z.number(),
  /** Whether this is the host who makes the request. */
  you: z.boolean(),
});
export type Person = z.output<typeof person>;

const invitation = z.object({
  id: z.string(),
  /** Where the link was sent; empty for a link that a host passed on. */
  email: z.string(),
  invitedBy: z.string(),
  expiresAt: z.iso.datetime(),
});
export type Invitation = z.output<typeof invitation>;

/** URLs that open without a password: the cleaner's link, and the URLs at which platforms read our calendar. */
const shared = z.object({ cleanerLink: z.boolean(), feeds: z.array(z.string()) });
export type SharedAddresses = z.output<typeof shared>;

const renewOrKeep = z.enum(["renew", "keep"], "Choose renew or keep");

/** The hosts who can sign in, and the invitations. */
export const listPeople = endpoint("GET", "/api/admin/people", "admin", {
  response: z.object({
    people: z.array(person),
    invitations: z.array(invitation),
    canEmail: z.boolean(),
    /** What every host knows, and what a removed host could therefore still use. */
    shared,
    /** Email addresses that do not belong to a host's account; either may be empty. */
    mailboxes: z.object({ contact: z.string(), cleaner: z.string() }),
  }),
});

/** Creates a one-time link for another host, and emails it to `email` unless `email` is empty. */
export const inviteHost = endpoint("POST", "/api/admin/people/invitations", "admin", {
  confirm: "always",
  body: z.object({ email: optionalEmail }),
  response: z.object({
    /** A path on this site that contains the secret. No later response contains it. */
    link: z.string(),
    emailed: z.boolean(),
    expiresAt: z.iso.datetime(),
  }),
  status: 201,
});

export const withdrawInvitation = endpoint("DELETE", "/api/admin/people/invitations/:id", "admin", {
  params: z.object({ id: z.string() }),
});

/**
 * Ends this person's access and stops their notifications. They may still know the cleaner's link, which is replaced
 * unless `cleanerLink` is `keep`, and the URLs of our calendar, which are replaced only if `feeds` is `renew`; each
 * platform must then be given its new URL within two days. The response says what was replaced and what the person
 * still knows.
 */
export const removeHost = endpoint("DELETE", "/api/admin/people/:id", "admin", {
  confirm: "always",
  params: z.object({ id: z.string() }),
  query: z.object({
    cleanerLink: z._default(renewOrKeep, "renew"),
    feeds: z._default(renewOrKeep, "keep"),
  }),
  response: z.object({ renewed: shared, stillKnown: shared }),
});

/** What the invitation page shows. */
export const invitationState = endpoint("POST", "/api/admin/auth/invitation/state", "anyone", {
  body: z.object({ token }),
  response: z.object({ works: z.boolean(), invitedBy: z.string() }),
});

/** Creates an account for the holder of the link and signs them in. */
export const acceptInvitation = endpoint("POST", "/api/admin/auth/invitation", "anyone", {
  body: newAccount,
  response: z.object({ username: z.string() }),
  status: 201,
});
