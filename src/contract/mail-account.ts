import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { oneLine } from "./fields.ts";

/** `tls` encrypts from the start (port 465), `starttls` after a greeting (port 587). */
export const MAIL_SECURITIES = ["tls", "starttls"] as const;
export type MailSecurity = (typeof MAIL_SECURITIES)[number];

/** The ports on which mail providers accept mail from their customers. */
export const MAIL_PORTS = [465, 587, 2465, 2525, 2587] as const;

const fields = {
  host: z.pipe(
    oneLine({ min: 1, max: 253, message: "Enter the mail server, such as smtp.example.com" }),
    z.string().check(z.regex(/^[a-z0-9.-]+$/i, "Enter the name of a server, such as smtp.example.com")),
  ),
  port: z.int().check(z.refine((port) => MAIL_PORTS.some((known) => known === port), { error: "Choose 465 or 587" })),
  security: z.enum(MAIL_SECURITIES),
  username: oneLine({ min: 1, max: 254, message: "Enter the user name that your mail provider gave you" }),
  from: z.email("Enter an address such as stay@cottage.example").check(z.maxLength(254)),
};

/**
 * Write-only: no response contains the password. If it is empty, the stored password is used, provided that the server
 * and the user name are still the same.
 */
const password = z.string().check(z.maxLength(1024));

/** How this installation sends email, and whether that works. */
export const readMailAccount = endpoint("GET", "/api/admin/mail", "admin", {
  response: z.object({
    /** `environment`: SMTP_URL is set and takes precedence. `local`: no email leaves this machine. */
    source: z.enum(["environment", "portal", "local", "none"]),
    /** Why the account cannot be used, in words. */
    problem: z.nullable(z.string()),
    /** What a host has set up here, even if the environment takes precedence. */
    account: z.nullable(
      z.object({
        host: z.string(),
        port: z.number(),
        security: z.enum(MAIL_SECURITIES),
        username: z.string(),
        from: z.string(),
        hasPassword: z.boolean(),
      }),
    ),
  }),
});
export type MailAccountView = z.output<typeof readMailAccount.response>;

export const saveMailAccount = endpoint("PUT", "/api/admin/mail", "admin", {
  confirm: "always",
  body: z.object({ ...fields, password }),
});

export const removeMailAccount = endpoint("DELETE", "/api/admin/mail", "admin", {
  confirm: "always",
});

/** Signs in to this mail server and sends one email to `testEmailTo` (`messagingSetup`), without saving anything. */
export const testMailAccount = endpoint("POST", "/api/admin/mail/test", "admin", {
  confirm: "always",
  body: z.object({ ...fields, password }),
  response: z.object({ ok: z.boolean(), message: z.string() }),
});
