import * as z from "zod/mini";
import { MIN_USERNAME_LENGTH } from "#domain/auth/password-rules.ts";
import { endpoint } from "./endpoint.ts";
import { text } from "./fields.ts";

const BOTH_REQUIRED = "Please enter both username and password.";
const adminUser = z.object({ username: z.string() });
export type AdminUser = z.output<typeof adminUser>;

export const currentAdmin = endpoint({
  method: "GET",
  path: "/api/admin/auth/user",
  access: "admin",
  answer: adminUser,
});

export const adminSignIn = endpoint({
  method: "POST",
  path: "/api/admin/auth/login",
  access: "anyone",
  body: z.object({
    username: text({ min: 1, max: 64, message: BOTH_REQUIRED }),
    password: z.string(BOTH_REQUIRED).check(z.minLength(1, BOTH_REQUIRED), z.maxLength(1024)),
  }),
  /** Signed in, or the password was right and a code of the second factor is wanted next. */
  answer: z.union([adminUser, z.object({ secondFactor: z.literal("required") })]),
});

/** The second step of a sign-in: the code from the app, or a recovery code. */
export const adminSecondFactor = endpoint({
  method: "POST",
  path: "/api/admin/auth/second-factor",
  access: "anyone",
  body: z.object({ code: text({ min: 1, max: 32, message: "Please enter the code." }) }),
  answer: adminUser,
});

export const adminSignOut = endpoint({
  method: "POST",
  path: "/api/admin/auth/logout",
  access: "anyone",
  answer: z.null(),
  status: 204,
});

/** The one-time link printed at the first start leads here; it works until there is an admin. */
export const setUpAdmin = endpoint({
  method: "POST",
  path: "/api/admin/auth/setup",
  access: "anyone",
  body: z.object({
    token: z.string().check(z.maxLength(128)),
    username: text({
      min: MIN_USERNAME_LENGTH,
      max: 64,
      message: `Choose a username of at least ${MIN_USERNAME_LENGTH} characters`,
    }),
    password: z.string("Choose a password").check(z.maxLength(1024)),
  }),
  answer: adminUser,
  status: 201,
});
