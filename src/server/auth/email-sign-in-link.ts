import type { BaseNeeds } from "../core/base-needs.ts";
import { deviceInWords } from "#domain/auth/device.ts";
import { LINK_EVERY_MS, LINK_OPENS_MS } from "#domain/auth/lockout.ts";
import type { Trx } from "../database/transaction.ts";
import { hashToken, randomToken } from "../runtime/ids.ts";
import type { DeviceStore } from "./device-queries.ts";
import type { RecordAct } from "./ports.ts";

/** An email to the property's contact address. `link` is a path on this site. */
type EmailHost = (
  trx: Trx,
  email: { key: string; subject: string; lines: string[]; link: string; usefulUntil: Date },
) => Promise<void>;
export type SignInLinkNeeds = Pick<BaseNeeds, "database" | "clock"> & {
  devices: DeviceStore;
  /** Whether an email with a link can be sent to the host's contact address. */
  canEmailHost: () => Promise<boolean>;
  emailHost: EmailHost;
  record: RecordAct;
};

/**
 * Emails the host a link that marks the browser in which it is opened as the host's. The link grants nothing without
 * the password. Returns false if no email can be sent. While a link sent in the last hour is unopened, no new link is
 * sent.
 */
export async function emailSignInLink(needs: SignInLinkNeeds): Promise<boolean> {
  if (!(await needs.canEmailHost())) return false;
  const token = randomToken();
  const now = needs.clock();
  await needs.database.db.transaction().execute(async (trx) => {
    const since = new Date(now.getTime() - LINK_EVERY_MS);
    if (!(await needs.devices.addLink(trx, hashToken(token), now, since))) return;
    await needs.emailHost(trx, {
      key: `sign-in-link/${hashToken(token)}`,
      subject: "Your sign-in link",
      lines: [
        "Somebody asked for a link to sign in to the host portal. Open it in the browser in which you want to sign in, then enter your username and password as usual.",
        `The link works once and expires after ${LINK_OPENS_MS / 3_600_000} hours. If you did not ask for it, you can ignore this email: the link does not work without your password.`,
      ],
      link: `/admin/login#${token}`,
      usefulUntil: new Date(now.getTime() + LINK_OPENS_MS),
    });
  });
  return true;
}

/** The actor in the audit log when a link is opened, because it is not yet known which host opened it. */
const ACTOR = "sign-in link";

/** The cookie of a device that is now marked as the host's; null for a used or expired link. */
export async function openSignInLink(
  { database, devices, clock, record }: SignInLinkNeeds,
  token: string,
  userAgent: string,
): Promise<string | null> {
  const now = clock();
  const deviceToken = randomToken();
  const since = new Date(now.getTime() - LINK_OPENS_MS);
  return database.db.transaction().execute(async (trx) => {
    if (!(await devices.openLink(trx, hashToken(token), hashToken(deviceToken), now, since))) return null;
    const after = { device: deviceInWords(userAgent) };
    await record({ actor: ACTOR, act: "Opened an emailed sign-in link", subject: "Account", after }, trx);
    return deviceToken;
  });
}
