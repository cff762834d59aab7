import type { MessagingSetup } from "#contract/messaging.ts";
import { Card } from "../dashboard/card.tsx";
import { TestMailButton } from "./test-mail-button.tsx";

/** Which ways messages leave the house, and what is missing. */
export function WaysCard({ setup }: { setup: MessagingSetup }) {
  return (
    <Card title="Ways out">
      <dl className="divide-y divide-line">
        <Way name="E-mail" way={setup.email} />
        <Way name="WhatsApp" way={setup.whatsapp} />
      </dl>
      {setup.links ? null : (
        <p className="mt-2 rounded-lg bg-sunken p-3">
          Messages have no links yet: set PUBLIC_URL to the address of your site and start again.
        </p>
      )}
      {setup.email.configured ? <TestMailButton to={setup.hostEmail} disabled={setup.email.problem !== null} /> : null}
    </Card>
  );
}

function Way({ name, way }: { name: string; way: MessagingSetup["email"] }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-2">
      <dt className="font-medium">{name}</dt>
      <dd className={way.problem ? "text-ink-soft" : "text-good"}>{way.problem ?? "Ready"}</dd>
    </div>
  );
}
