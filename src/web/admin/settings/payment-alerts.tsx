import { useQuery } from "@tanstack/react-query";
import { paymentAlertsQuery } from "../../api/host-payments.ts";
import { CloseAlert } from "../close-alert.tsx";

/** The open alerts about payments that belong to no booking. A booking's own alerts are on its page. */
export function PaymentAlerts() {
  const { data } = useQuery(paymentAlertsQuery);
  return data?.map(({ id, detail }) => (
    <div key={id} className="space-y-3 rounded-lg border border-danger p-3">
      <p className="whitespace-pre-line wrap-anywhere">{detail}</p>
      <CloseAlert id={id} queryKey={paymentAlertsQuery.queryKey} />
    </div>
  ));
}
