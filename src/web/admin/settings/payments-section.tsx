import { BALANCE_DAYS, FIRST_NIGHTS, FIRST_PERCENT, PAY_HOURS } from "#domain/payments/plan.ts";
import { type Choice, ChoiceList } from "../../ui/choice-list.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Switch } from "../../ui/switch.tsx";
import type { Draft, SectionProps } from "./draft.ts";
import { PaymentUpdates } from "./payment-updates.tsx";
import { Section } from "./section.tsx";
import { NumberSetting } from "./text-setting.tsx";
import { useQuery } from "@tanstack/react-query";
import { paymentAlertsQuery } from "../../api/host-payments.ts";
import { CloseAlert } from "../close-alert.tsx";

const MODES: Choice<Draft["paymentMode"]>[] = [
  {
    value: "required",
    label: "Guests pay when they book",
    about: "A stay is booked as soon as the first part is paid.",
  },
  {
    value: "offered",
    label: "Guests may pay online",
    about: "The stay doesn't wait for a payment. Guests can pay on their booking page.",
  },
  { value: "off", label: "No online payments", about: "You can still send payment links." },
];
const FIRST: Choice<Draft["firstPart"]>[] = [
  { value: "all", label: "Everything", about: "The whole price at once." },
  { value: "percent", label: "A percentage", about: "The rest is due before arrival." },
  { value: "nights", label: "Nights", about: "The price of the first nights; the rest is due before arrival." },
];

export function PaymentsSection(props: SectionProps) {
  const { draft, change, saved } = props;
  const { paymentProvider } = saved;
  if (!paymentProvider) return null;
  const isOn = draft.paymentMode !== "off";
  const inParts = isOn && draft.firstPart !== "all";
  return (
    <Section
      title="Payments"
      about={`Guests pay by card with ${paymentProvider.label}. Existing bookings keep their terms.`}
    >
      <div className="space-y-5">
        <PaymentAlerts />
        {paymentProvider.live ? null : <Notice look="info">Test mode: no real money moves.</Notice>}
        <ChoiceList
          legend="When guests pay"
          choices={MODES}
          value={draft.paymentMode}
          onChange={(paymentMode) => change({ paymentMode })}
        />
        {isOn ? (
          <ChoiceList
            legend="What is paid first"
            choices={FIRST}
            value={draft.firstPart}
            onChange={(firstPart) => change({ firstPart })}
          />
        ) : null}
        <div className="grid gap-4 sm:grid-cols-2">
          {inParts && draft.firstPart === "percent" ? (
            <NumberSetting {...props} name="firstPercent" label="First part (percent)" range={FIRST_PERCENT} />
          ) : null}
          {inParts && draft.firstPart === "nights" ? (
            <NumberSetting {...props} name="firstNights" label="First part (nights)" range={FIRST_NIGHTS} />
          ) : null}
          {inParts ? (
            <NumberSetting
              {...props}
              name="balanceDays"
              label="Balance due (days before arrival)"
              range={BALANCE_DAYS}
              note=". Guests who book closer to arrival pay the full price when they book."
            />
          ) : null}
          {draft.paymentMode === "required" ? (
            <NumberSetting
              {...props}
              name="payHours"
              label="Time to pay after you accept a request (hours)"
              range={PAY_HOURS}
            />
          ) : null}
        </div>
        {inParts ? (
          <Switch
            label="Cancel a stay if the balance isn't paid"
            hint="The day after the balance is due, we email the guest and allow 48 more hours. If they pay none of it, we cancel the stay under its policy and notify you. We leave the decision to you in some cases, such as an open alert, a refund, an email that couldn't be sent, or an arrival by then. Applies only to stays booked while this is on."
            checked={draft.cancelUnpaid}
            onChange={(cancelUnpaid) => change({ cancelUnpaid })}
          />
        ) : null}
        <PaymentUpdates label={paymentProvider.label} />
      </div>
    </Section>
  );
}

/** Only alerts that belong to no booking: a booking's own alerts are on its page. */
function PaymentAlerts() {
  const { data } = useQuery(paymentAlertsQuery);
  return data?.map(({ id, detail }) => (
    <div key={id} className="space-y-3 rounded-lg border border-danger p-3">
      <p className="whitespace-pre-line wrap-anywhere">{detail}</p>
      <CloseAlert id={id} queryKey={paymentAlertsQuery.queryKey} />
    </div>
  ));
}
