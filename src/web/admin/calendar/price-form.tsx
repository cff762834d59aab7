import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { nightCount, nightsOf, type Stay } from "#domain/booking/stay.ts";
import { amountFromText, amountText, moneyText } from "#domain/money/currency.ts";
import { nightOf } from "#domain/pricing/night.ts";
import { MOST, type PriceDocument } from "#domain/pricing/price-document.ts";
import { type SpecialTerms, withSpecialTerms } from "#domain/pricing/special-price.ts";
import { statusOf } from "../../api/client.ts";
import { pricesQuery, putPrices, type SavedPrices } from "../../api/prices.ts";
import { counted } from "#domain/text/counted.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { ActError } from "../bookings/act-error.tsx";
import { fieldErrors } from "../../lib/display-error.ts";
import { failureToast } from "../frame/failure-toast.ts";

type Props = { span: Stay; onClose: () => void };

/** Saves the terms as special dates. */
export function PriceForm({ span, onClose }: Props) {
  const { data: saved, error } = useQuery(pricesQuery);
  if (saved) return <Fields span={span} saved={saved} onClose={onClose} />;
  return error ? <ActError error={error} /> : <p role="status">Loading prices...</p>;
}

function Fields({ span, saved, onClose }: Props & { saved: SavedPrices }) {
  const client = useQueryClient();
  const { currency } = saved.prices;
  const before = commonTerms(saved.prices, span);
  const shown = {
    price: typeof before.price === "number" ? amountText(before.price, currency) : "",
    minimum: typeof before.minimum === "number" ? String(before.minimum) : "",
  };
  // What is typed is kept when other nights are chosen; untouched fields show the terms of those nights.
  const [typed, setTyped] = useState<Partial<Typed>>({});
  const { price, minimum } = { ...shown, ...typed };
  const [sent, setSent] = useState<{ span: Stay; terms: SpecialTerms } | null>(null);
  const [problems, setProblems] = useState<{ price?: string; minimum?: string; all?: string }>({});
  const saving = useMutation({
    mutationFn: (sending: Parameters<typeof putPrices>[0]) => putPrices(sending),
    onSuccess: ({ changeId: _changeId, ...after }) => {
      client.setQueryData(pricesQuery.queryKey, after);
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== pricesQuery.queryKey[0] });
      toast({
        title: `Saved for ${counted(nightCount(span), "night")}`,
        description: "Guests can see it now. Special prices are listed under Prices, in “Special dates”.",
      });
      onClose();
    },
    onError: (error) => {
      failureToast("We couldn't save the price")(error);
      if (statusOf(error) === 409) void client.invalidateQueries(pricesQuery);
    },
  });
  const change = (part: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...part }));
    if (!saving.isPending) saving.reset();
  };
  const refused = sent?.span === span ? saving.error : null;
  const unusual = fieldErrors(refused)["confirmed"];

  const send = (terms: SpecialTerms, confirmed: boolean) => {
    const prices = withSpecialTerms(saved.prices, span, terms);
    setProblems(prices ? {} : { all: `There are already ${MOST.specialDates} special dates. Remove some first.` });
    if (!prices || saving.isPending) return;
    setSent({ span, terms });
    saving.mutate({ prices, version: saved.version, confirmed });
  };
  const submit = () => {
    const terms = readTerms({ price, minimum }, shown, currency);
    if ("problems" in terms) setProblems(terms.problems);
    else send(terms, false);
  };

  return (
    <Form onSubmit={submit} className="space-y-4">
      <p className="rounded-lg bg-sunken p-3">{currentText(saved.prices, span)}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={`Price per night (${currency})`}
          hint={
            before.price === "differ" ? "Leave empty to keep each night's price" : "Leave empty for the usual price"
          }
          error={problems.price}
          inputMode="decimal"
          value={price}
          onChange={(text) => change({ price: text })}
        />
        <TextField
          label="Minimum stay (nights)"
          hint={
            before.minimum === "differ"
              ? "Leave empty to keep each night's minimum"
              : "Leave empty for the usual minimum"
          }
          error={problems.minimum}
          inputMode="numeric"
          value={minimum}
          onChange={(text) => change({ minimum: text })}
        />
      </div>
      {problems.all ? (
        <p role="alert" className="font-semibold text-danger">
          {problems.all}
        </p>
      ) : null}
      {unusual ? (
        <div role="alert" className="space-y-3 rounded-lg border border-line-strong bg-sunken p-3">
          <p>{unusual}</p>
          <Button look="secondary" onClick={() => sent && send(sent.terms, true)}>
            Yes, save it
          </Button>
        </div>
      ) : (
        <ActError error={refused} />
      )}
      {before.price !== null || before.minimum !== null ? (
        <Button look="secondary" onClick={() => send(USUAL_TERMS, false)}>
          Use the usual price and minimum stay
        </Button>
      ) : null}
      <FormButtons label="Save price" busyLabel="Saving..." busy={saving.isPending} onCancel={onClose} />
    </Form>
  );
}

type Typed = { price: string; minimum: string };

const USUAL_TERMS: SpecialTerms = { priceCents: null, minimumNights: null };

/** Reads the terms from the form. If a field was not edited, the nights keep their own values, which may differ. */
function readTerms(
  typed: Typed,
  shown: Typed,
  currency: string,
): SpecialTerms | { problems: { price?: string; minimum?: string } } {
  const terms: SpecialTerms = {};
  const problems: { price?: string; minimum?: string } = {};
  if (typed.price !== shown.price) {
    terms.priceCents = typed.price.trim() === "" ? null : amountFromText(typed.price, currency);
    if (typed.price.trim() !== "" && terms.priceCents === null) problems.price = "Enter an amount, such as 150";
  }
  if (typed.minimum !== shown.minimum) {
    const text = typed.minimum.trim();
    const nights = Number(text);
    const isRight = text === "" || (Number.isInteger(nights) && nights >= 1 && nights <= MOST.minimumNights);
    terms.minimumNights = text === "" ? null : nights;
    if (!isRight) problems.minimum = `Enter 1 to ${MOST.minimumNights} nights`;
  }
  if (Object.keys(problems).length === 0 && Object.keys(terms).length === 0) {
    return { problems: { price: "Change the price or the minimum stay first" } };
  }
  return Object.keys(problems).length > 0 ? { problems } : terms;
}

/**
 * The special price and minimum stay of these nights: null if they are not set, `"differ"` if they are not the same.
 */
function commonTerms(prices: PriceDocument, span: Stay) {
  const nights = nightsOf(span).map((night) => nightOf(prices, night));
  const common = (values: (number | null)[]) => {
    const [only = null, ...others] = new Set(values);
    return others.length === 0 ? only : "differ";
  };
  return {
    price: common(nights.map(({ priceFrom, priceCents }) => (priceFrom?.level === "special" ? priceCents : null))),
    minimum: common(
      nights.map(({ minimumFrom, minimumNights }) => (minimumFrom?.level === "special" ? minimumNights : null)),
    ),
  };
}

function currentText(prices: PriceDocument, span: Stay): string {
  const nights = nightsOf(span).map((night) => nightOf(prices, night));
  const amounts = nights.map(({ priceCents }) => priceCents);
  const minimums = nights.map(({ minimumNights }) => minimumNights);
  const [cheapest, dearest] = [Math.min(...amounts), Math.max(...amounts)];
  const [shortest, longest] = [Math.min(...minimums), Math.max(...minimums)];
  const price = moneyText(cheapest, prices.currency);
  const upTo = dearest > cheapest ? ` to ${moneyText(dearest, prices.currency)}` : "";
  const minimum = longest > shortest ? `${shortest} to ${longest} nights` : counted(shortest, "night");
  return `Currently ${price}${upTo} a night, minimum stay ${minimum}.`;
}
