import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import type { HostPayments } from "#contract/payments.ts";
import { amountFromText, amountText, moneyText, typedExamples } from "#domain/money/currency.ts";
import { addPriceLine, bookingQuery } from "../../api/admin-bookings.ts";
import { onlinePaymentsQuery, sendLink } from "../../api/host-payments.ts";
import { ChoiceList } from "../../ui/choice-list.tsx";
import { Form } from "../../ui/form.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useBaseVersion } from "../frame/use-draft.ts";
import { ActError } from "./act-error.tsx";

type Props = { booking: BookingDetail; data: HostPayments; done: () => void };

/** Asks for an amount that is due or for an extra, which is added to the price first. */
export function PaymentLinkForm({ booking, data, done }: Props) {
  const client = useQueryClient();
  const { dueCents, currency } = data;
  // Only a fee is owed for a cancelled stay, and nothing can be added to its price.
  const isCancelled = booking.status === "cancelled";
  const [kind, setKind] = useState<"due" | "extra">(dueCents > 0 || isCancelled ? "due" : "extra");
  const [amount, setAmount] = useState(dueCents > 0 ? amountText(dueCents, currency) : "");
  const [about, setAbout] = useState("");
  // If the link cannot be sent, trying again does not add the extra a second time.
  const [isAdded, setAdded] = useState(false);
  const isExtra = kind === "extra";
  const sending = useMutation({
    mutationFn: async (amountCents: number) => {
      if (isExtra && !isAdded) {
        const after = await addPriceLine(form, { kind: "extra", amount, label: about.trim() });
        client.setQueryData(bookingQuery(booking.id).queryKey, after);
        setAdded(true);
      }
      return sendLink(booking.id, amountCents, about.trim());
    },
    onSuccess: (after) => {
      client.setQueryData(onlinePaymentsQuery(booking.id).queryKey, after);
      toast({ title: isExtra ? "Extra added and payment link sent" : "Payment link sent" });
      done();
    },
    onSettled: () => client.invalidateQueries({ queryKey: bookingQuery(booking.id).queryKey }),
  });
  const form = useBaseVersion(booking, { about: ({ dueAmount }) => dueAmount, error: sending.error });
  const cents = amountFromText(amount, currency);
  const [tried, setTried] = useState(false);
  /** An error about another amount no longer applies. */
  const forgetError = () => sending.isError && sending.reset();
  const isUnnamed = isExtra && about.trim() === "";
  const send = () => {
    setTried(true);
    if (cents && !isUnnamed) sending.mutate(cents);
  };
  return (
    <Form onSubmit={send} className="space-y-3" aria-label="Payment link">
      {isAdded ? (
        <Notice look="info">{`${about.trim()} has been added to the price. The link has not been sent.`}</Notice>
      ) : (
        <>
          {isCancelled ? null : (
            <ChoiceList
              legend="What does the guest pay?"
              className="mt-2 grid gap-2 sm:grid-cols-2"
              choices={[
                {
                  value: "due",
                  label: "Part of the price",
                  about: dueCents > 0 ? `${moneyText(dueCents, currency)} is due.` : "Nothing is due.",
                },
                { value: "extra", label: "An extra", about: "It will be added to the price of the stay." },
              ]}
              value={kind}
              onChange={(chosen) => {
                setKind(chosen);
                forgetError();
              }}
            />
          )}
          <TextField
            label={`Amount (${currency})`}
            error={tried && !cents ? `Enter an amount, like ${typedExamples(currency)}` : undefined}
            inputMode="decimal"
            value={amount}
            onChange={(changed) => {
              setAmount(changed);
              forgetError();
            }}
          />
          <TextField
            label={isExtra ? "What it is for" : "What it is for (optional)"}
            error={tried && isUnnamed ? "Enter what it is for" : undefined}
            maxLength={isExtra ? 80 : 500}
            value={about}
            onChange={setAbout}
          />
        </>
      )}
      <ActError error={sending.error} />
      <FormButtons label="Send the link" busyLabel="Sending..." busy={sending.isPending} onCancel={done} />
    </Form>
  );
}
