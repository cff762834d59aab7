import { bad, type Check, good, skipped, warning } from "./finding.ts";

const TIMEOUT_MS = 8000;

/** How to reach the mail server, or why it cannot be used; null if none is set up. `where` names its setting. */
type Found =
  | { ok: true; server: { where: string; url: string } | { where: string; tls: { servername: string } } }
  | { ok: false; message: string }
  | null;

/** Checks that we can sign in to the mail server; sends nothing. With a local mailbox, no emails are sent at all. */
export function mailCheck(find: (() => Promise<Found>) | "local"): Check {
  return {
    id: "mail",
    title: "Mail",
    look: async () => {
      if (find === "local") return skipped("Emails are not sent. You can read them in the portal.");
      const found = await find();
      if (!found) {
        return warning(
          "No mail server is set up, so no emails are sent.",
          "Set up email in the portal, or set SMTP_URL and MAIL_FROM to the values from your mail provider.",
        );
      }
      if (!found.ok) return bad(found.message, "Correct this, or set up email again in the portal.");
      const { where, ...server } = found.server;
      const { createTransport } = await import("nodemailer");
      const times = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
      const hostname = "url" in server ? new URL(server.url).hostname : server.tls.servername;
      const transport = createTransport({ ...server, ...times });
      try {
        await transport.verify();
        return good(`${hostname} accepts our sign-in.`);
      } catch (error) {
        const code = error instanceof Error && "code" in error ? String(error.code) : "no answer";
        const remedy =
          code === "EAUTH"
            ? `The user name or password in ${where} is wrong.`
            : `Check the host and port in ${where}; some providers block port 25, so use 587 or 465.`;
        return bad(`${hostname} rejects our sign-in (${code}).`, remedy);
      } finally {
        transport.close();
      }
    },
  };
}
