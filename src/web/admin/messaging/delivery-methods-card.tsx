import type { MessagingSetup } from "#contract/messaging.ts";
import { Card } from "../dashboard/card.tsx";
import { MailAccount } from "./mail-account.tsx";
import { TestMailButton } from "./test-mail-button.tsx";

/** Shows how messages are sent, and which settings are missing. */
export function DeliveryMethodsCard({ setup }: { setup: MessagingSetup }) {
  return (
    <Card title="How messages are sent">
      <dl className="divide-y divide-line">
        <Method name="Email" method={setup.email} local={setup.local} />
        <Method name="WhatsApp" method={setup.whatsapp} local={setup.local} />
      </dl>
      {setup.links ? null : (
        <p className="mt-2 rounded-lg bg-sunken p-3">
          Messages have no links yet, because the site doesn't know its public address. Ask whoever runs it to set
          PUBLIC_URL and restart it.
        </p>
      )}
      <MailAccount />
      {setup.email.configured ? (
        <TestMailButton to={setup.testEmailTo} disabled={setup.email.problem !== null} />
      ) : null}
    </Card>
  );
}

function Method({ name, method, local }: { name: string; method: MessagingSetup["email"]; local: boolean }) {
  const working = local ? "Saved here, not sent" : "Ready";
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-2">
      <dt className="font-medium">{name}</dt>
      <dd className={method.problem || local ? "text-ink-soft" : "text-good"}>{method.problem ?? working}</dd>
    </div>
  );
}
