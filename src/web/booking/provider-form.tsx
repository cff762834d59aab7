import { payLink, type PayLink } from "#contract/payments.ts";
import { say } from "../lib/say.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/text-field.tsx";

type FormLink = Extract<PayLink, { kind: "form" }>;

/** `autocomplete` values. */
const AUTOCOMPLETE = {
  address: "street-address",
  city: "address-level2",
  country: "country-name",
  email: "email",
  phone: "tel",
} satisfies Record<FormLink["ask"][number], string>;
const TYPE: Partial<Record<FormLink["ask"][number], string>> = { email: "email", phone: "tel" };

/** The form was returned when the payment was created; null if there is none. */
export function formLinkIn(values: Record<string, string> | undefined): FormLink | null {
  const given = values?.["payLink"];
  if (!given) return null;
  const link = payLink.parse(JSON.parse(given));
  return link.kind === "form" ? link : null;
}

/** Submitted directly to the provider, so what the guest types here never reaches us. */
export function ProviderForm({ link, provider, pay }: { link: FormLink; provider: string; pay: string }) {
  return (
    <form method="post" action={link.action} className="space-y-4">
      <p>{say.pay.details(provider)}</p>
      {Object.entries(link.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {link.ask.map((name) => (
        <TextField
          key={name}
          label={say.pay.ask[name]}
          name={name}
          type={TYPE[name] ?? "text"}
          required
          maxLength={200}
          autoComplete={AUTOCOMPLETE[name]}
        />
      ))}
      <Button type="submit">{pay}</Button>
    </form>
  );
}
