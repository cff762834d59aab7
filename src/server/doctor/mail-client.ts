import { bad, type Check, good, warning } from "./ports.ts";

const TIMEOUT_MS = 8000;

/** Signs in to the mail server, and sends nothing. */
export function mailCheck(smtpUrl: string | null): Check {
  return {
    id: "mail",
    title: "Mail",
    look: async () => {
      if (!smtpUrl) {
        return warning(
          "No mail server is set: letters wait.",
          "Set SMTP_URL and MAIL_FROM as your mail provider says.",
        );
      }
      const { createTransport } = await import("nodemailer");
      const times = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
      const { hostname } = new URL(smtpUrl);
      const transport = createTransport({ url: smtpUrl, ...times });
      try {
        await transport.verify();
        return good(`${hostname} lets us in.`);
      } catch (error) {
        const code = error instanceof Error && "code" in error ? String(error.code) : "no answer";
        const remedy =
          code === "EAUTH"
            ? "User or password in SMTP_URL is not right."
            : "Check host and port in SMTP_URL; some providers close port 25, use 587 or 465.";
        return bad(`${hostname} does not let us in (${code}).`, remedy);
      } finally {
        transport.close();
      }
    },
  };
}
