import { useLayoutEffect, useState } from "react";

export const BOOKING_FORM_ID = "booking-form";

/**
 * Passes on, by field name, what a guest typed or the browser restored before the page was hydrated. The inputs are
 * read twice: during hydration, which creates new inputs if the browser has translated the page, and right after it,
 * before the next update would overwrite the inputs that hydration kept.
 */
export function usePreHydrationInput<Name extends string>(
  formId: string,
  isField: (name: string) => name is Name,
  putBack: (typed: Partial<Record<Name, string>>) => void,
): void {
  const [before] = useState(() => typedInto(formId, isField));
  useLayoutEffect(() => {
    putBack({ ...before, ...typedInto(formId, isField) });
    // Run once, when the form appears.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

function typedInto<Name extends string>(
  formId: string,
  isField: (name: string) => name is Name,
): Partial<Record<Name, string>> {
  const typed: Partial<Record<Name, string>> = {};
  // The server has no document.
  for (const field of globalThis.document?.forms.namedItem(formId)?.elements ?? []) {
    const { name = "", type, value, defaultValue, checked, defaultChecked, selectedOptions }: Field = field;
    const isUnticked = type === "checkbox" && !checked;
    const isTouched = selectedOptions
      ? selectedOptions[0]?.defaultSelected === false
      : value !== defaultValue || checked !== defaultChecked;
    if (isTouched && isField(name)) typed[name] = isUnticked ? "" : value;
  }
  return typed;
}

type Field = Element &
  Partial<Pick<HTMLInputElement, "name" | "type" | "value" | "defaultValue" | "checked" | "defaultChecked">> &
  Partial<Pick<HTMLSelectElement, "selectedOptions">>;
