import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { amountFromText, moneyText } from "#domain/money/currency.ts";
import { percentText } from "#domain/pricing/line-text.ts";
import { counted } from "#domain/text/counted.ts";
import type { PromoCode } from "#domain/pricing/price-document.ts";
import { statusOf } from "../../api/client.ts";
import { type CodeBody, deleteCode, pricesQuery, putCode } from "../../api/prices.ts";
import { formatDate } from "../../lib/format-date.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { reasonOf } from "../../lib/display-error.ts";
import { fieldsOf } from "../frame/binding.ts";
import { areEqual } from "../frame/use-draft.ts";
import { focusSoon } from "../content/list-editor.tsx";
import { type NewCode, usePriceEditor } from "./editor.ts";
import { OptionalDateInput, OptionalNumberInput, readPercent } from "./inputs.tsx";

type Sending = { code: string; body: CodeBody | null };

export function CodeList() {
  const { codes, codeCurrency, newCode, setNewCode } = usePriceEditor();
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: ({ code, body }: Sending) => (body ? putCode(code, body) : deleteCode(code)),
    onSuccess: (saved, { body }) => {
      client.setQueryData(pricesQuery.queryKey, saved);
      if (body) setNewCode(null);
    },
  });
  const { error, variables } = sending;
  const toConfirm = statusOf(error) === 409 && variables?.body ? variables : null;
  const failure = toConfirm ? (
    <Notice look="info">
      <p>{error?.message ? reasonOf(error) : ""}</p>
      <Button
        look="secondary"
        onClick={() => toConfirm.body && sending.mutate({ ...toConfirm, body: { ...toConfirm.body, confirmed: true } })}
      >
        Yes, save {toConfirm.code}
      </Button>
    </Notice>
  ) : error ? (
    <Notice look="error">{reasonOf(error)}</Notice>
  ) : null;
  return (
    <div className="space-y-4">
      <ul className="space-y-2">
        {codes.map((code) => (
          <li
            key={code.code}
            className="flex flex-wrap items-center justify-between gap-x-4 rounded-xl border border-line px-4 py-1"
          >
            <span>
              <strong>{code.code}</strong> {discountText(code, codeCurrency)}, used{" "}
              {code.maximumUses === null
                ? counted(code.uses, "time")
                : `${code.uses} of ${counted(code.maximumUses, "time")}`}
              {code.minimumNights === null ? "" : `, for ${counted(code.minimumNights, "night")} or more`}
              {code.bookUntil === null ? "" : `, can be used until ${formatDate(code.bookUntil, "short")}`}
              {arrivalText(code)}
            </span>
            <button
              type="button"
              onClick={() => {
                if (confirm(`Remove ${code.code}? Guests who have already booked keep their discount.`))
                  sending.mutate({ code: code.code, body: null });
              }}
              className="min-h-11 font-semibold text-danger underline"
            >
              Remove {code.code}
            </button>
          </li>
        ))}
      </ul>
      {variables?.body ? null : failure}
      {codes.length === 0 || newCode ? (
        // A question about a code refers to the values that were sent, so any change removes it.
        <NewCodeFields
          send={(code, body) => sending.mutate({ code, body })}
          onChange={sending.reset}
          failure={variables?.body ? failure : null}
        />
      ) : (
        <Button
          look="secondary"
          onClick={() => {
            setNewCode(EMPTY);
            focusSoon(NEW_CODE);
          }}
        >
          Add another code
        </Button>
      )}
    </div>
  );
}

export function discountText({ discount }: Pick<PromoCode, "discount">, currency: string): string {
  return "percent" in discount
    ? `${percentText(discount.percent)} off`
    : `${moneyText(discount.amountCents, currency)} off`;
}

function arrivalText({ arrivalFrom: from, arrivalUntil: until }: PromoCode): string {
  if (!from && !until) return "";
  const [first, last] = [from, until].map((day) => (day ? formatDate(day, "short") : ""));
  if (from && until) return `, for arrivals from ${first} to ${last}`;
  return from ? `, for arrivals from ${first}` : `, for arrivals until ${last}`;
}

const EMPTY: NewCode = {
  code: "",
  worth: "10%",
  minimumNights: null,
  maximumUses: null,
  bookUntil: null,
  arrivalFrom: null,
  arrivalUntil: null,
};

/** The fields of a new code, which does not affect the prices until it is added. */
export const NEW_CODE = "new-code";

/** Entered, but not added. */
export const isEntered = (newCode: NewCode | null) => newCode !== null && !areEqual(newCode, EMPTY);

type NewCodeProps = {
  send: (code: string, body: CodeBody) => void;
  onChange: () => void;
  /** Shown just above the button: on a phone, the top of the fields may be out of sight. */
  failure: ReactNode;
};

/** Not a form element, because it is inside the prices form, and forms can't be nested. */
function NewCodeFields({ send, onChange, failure }: NewCodeProps) {
  const { codeCurrency, newCode, setNewCode } = usePriceEditor();
  const fields = newCode ?? EMPTY;
  const at = fieldsOf({
    path: NEW_CODE,
    value: fields,
    onChange: (changed) => {
      setNewCode(changed);
      setWrong("");
      onChange();
    },
  });
  const [wrong, setWrong] = useState("");
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const add = () => {
    const { code, worth, ...terms } = fields;
    const discount = discountFrom(worth, codeCurrency);
    if (!/^[A-Za-z0-9 -]{3,20}$/.test(code)) return setWrong("Enter a code of 3 to 20 letters and digits.");
    if (!discount) return setWrong("Enter the discount, such as 10% or 50.");
    if (terms.arrivalFrom && terms.arrivalUntil && terms.arrivalUntil < terms.arrivalFrom) {
      return setWrong("The last arrival must not be before the first.");
    }
    setWrong("");
    // The browser says what is wrong with a number or a date.
    const invalid = fieldset.current?.querySelector<HTMLInputElement>(":invalid");
    return invalid ? invalid.reportValidity() : send(code, { discount, ...terms });
  };
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    add();
  };
  return (
    // Enter in any of the fields adds the code; in a form element, the browser would do that.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset ref={fieldset} onKeyDown={addOnEnter} className="min-w-0 space-y-4 rounded-xl border border-line p-4">
      <legend className="px-1 font-semibold">New code</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Code" id={NEW_CODE} value={fields.code} onChange={at("code").onChange} />
        <TextField
          label="Discount on the nights"
          hint={`10% or an amount in ${codeCurrency}`}
          id="new-code-worth"
          value={fields.worth}
          onChange={at("worth").onChange}
        />
        <OptionalNumberInput {...at("minimumNights")} label="Minimum nights" placeholder="any stay" />
        <OptionalNumberInput {...at("maximumUses")} label="Maximum uses" placeholder="no limit" />
        <OptionalDateInput {...at("bookUntil")} label="Can be used until" />
        <OptionalDateInput {...at("arrivalFrom")} label="First arrival" />
        <OptionalDateInput {...at("arrivalUntil")} label="Last arrival" />
      </div>
      {wrong ? <Notice look="error">{wrong}</Notice> : failure}
      <Button look="secondary" onClick={add}>
        Add this code
      </Button>
    </fieldset>
  );
}

function discountFrom(text: string, currency: string): CodeBody["discount"] | null {
  const percent = readPercent(text, "%");
  if (percent) return { percent: percent.value };
  const amountCents = amountFromText(text, currency);
  return amountCents === null ? null : { amountCents };
}
