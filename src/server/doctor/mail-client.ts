import { bad, type Check, good, warning } from "./finding.ts";

const TIMEOUT_MS = 8000;

/** Checks that we can sign in to the mail server; sends nothing. */
export function mailCheck(smtpUrl: string | null): Check {
  return {
    id: "mail",
    title: "Mail",
    look: async () => {
      if (!smtpUrl) {
        return warning(
          "No mail server is set up: emails are waiting.",
          "Set SMTP_URL and MAIL_FROM to the values from your mail provider.",
        );
      }
      const { createTransport } = await import("nodemailer");
      const times = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
      const { hostname } = new URL(smtpUrl);
      const transport = createTransport({ url: smtpUrl, ...times });
      try {
        await transport.verify();
        return good(`${hostname} accepts our sign-in.`);
      } catch (error) {
        const code = error instanceof Error && "code" in error ? String(error.code) : "no answer";
        const remedy =
          code === "EAUTH"
            ? "The user name or password in SMTP_URL is wrong."
            : "Check the host and port in SMTP_URL; some providers block port 25, so use 587 or 465.";
        return bad(`${hostname} rejects our sign-in (${code}).`, remedy);
      } finally {
        transport.close();
      }
    },
  };
}
