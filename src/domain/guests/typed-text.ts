import { hasLink, isOneLine, isPlainName, NAME_MAX, withoutInvisible } from "./plain-name.ts";

/**
 * A rule for text that a person has typed: how the text is normalised before validation, and the error message, which
 * is null if the text is valid.
 */
export type TextRule = { tidy: (typed: string) => string; problem: (tidied: string) => string | null };

export type TextLimits = { min?: number; max: number; message?: string };

/** Text that consists of invisible characters is empty. The server applies this to all text; pages do not need it. */
export const emptyIfInvisible = (text: string): string => text.replace(/^[\s\p{DI}]+$/u, "");

/**
 * Text typed by a person: trimmed, in NFC, and rejected if it contains a lone surrogate or an ASCII control character
 * other than a tab or a line break. PostgreSQL would reject a lone surrogate or a NUL.
 */
export function textRule({ min = 0, max, message = "Enter some text" }: TextLimits): TextRule {
  return {
    // A form sends a line break as CR LF, although its length limit counts it as one character. Text copied from Word
    // has a vertical tab for a line break within a paragraph, and text from a PDF may contain form feeds; nobody could
    // find these invisible characters to remove them.
    // Composing hostile text takes a time that grows with the square of its length, so text that is much too long is
    // cut first. Unless most of it is white space, it remains too long: at most four characters become one.
    tidy: (typed) =>
      typed
        .slice(0, 5 * max)
        .replaceAll(/\r\n?|[\v\f]/g, "\n")
        .normalize("NFC")
        .trim(),
    problem: (text) => {
      if (text.length < min) return message;
      if (text.length > max) return `Use at most ${max} characters`;
      const shown = text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text);
      return shown ? null : "Remove the characters that cannot be shown";
    },
  };
}

/**
 * Text that is used in email headers, calendars, file names or WhatsApp messages: one line, without invisible
 * characters.
 */
export function lineRule(limits: TextLimits): TextRule {
  const rule = textRule(limits);
  return {
    tidy: (typed) => rule.tidy(withoutInvisible(typed)),
    problem: (text) => rule.problem(text) ?? (isOneLine(text) ? null : "Enter this on one line"),
  };
}

function also(rule: TextRule, isRight: (text: string) => boolean, message: string): TextRule {
  return { ...rule, problem: (text) => rule.problem(text) ?? (isRight(text) ? null : message) };
}

/**
 * Removes the invisible characters that come along when an email address or number is copied from a chat or contact
 * list.
 */
function copied(rule: TextRule): TextRule {
  return { ...rule, tidy: (typed) => rule.tidy(typed.replaceAll(/\p{Cf}/gu, "")) };
}

/** Accepts the same addresses as zod's `z.email()`. */
const EMAIL = /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export const EMAIL_REQUIRED = "Valid email is required";

/** SPEC 5, with our own upper limits; an email address has at most 254 characters (RFC 5321 4.5.3.1). */
export const GUEST_RULES = {
  name: also(
    lineRule({ min: 2, max: NAME_MAX, message: "Name is required" }),
    isPlainName,
    "Enter your name without web addresses or phone numbers",
  ),
  email: also(copied(textRule({ max: 254, message: EMAIL_REQUIRED })), (text) => EMAIL.test(text), EMAIL_REQUIRED),
  phone: also(
    copied(lineRule({ min: 5, max: 40, message: "Phone number is required" })),
    (text) => !hasLink(text),
    "Enter your phone number without web addresses",
  ),
} as const satisfies Record<string, TextRule>;

/** The error message for text as it was typed. */
export function typedProblem(rule: TextRule, typed: string): string | null {
  return rule.problem(rule.tidy(typed));
}
