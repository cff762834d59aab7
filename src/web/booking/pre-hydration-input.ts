import type { BookingFormValues } from "./form-values.ts";
import { isFieldName } from "./form-values.ts";

export const BOOKING_FORM_ID = "booking-form";

/** Input that a guest typed, or the browser restored, before the page was hydrated. */
export function preHydrationInput(): Partial<BookingFormValues> {
  if (typeof document === "undefined") return {};
  const drawn = document.getElementById(BOOKING_FORM_ID);
  if (!(drawn instanceof HTMLFormElement)) return {};
  const typed: Partial<BookingFormValues> = {};
  for (const field of drawn.elements) {
    if (isTouched(field) && isFieldName(field.name)) typed[field.name] = field.value;
  }
  return typed;
}

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isTouched(field: Element): field is TextField {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.defaultSelected === false;
  if (field instanceof HTMLInputElement && field.type === "radio") return false;
  if (field instanceof HTMLInputElement && field.type === "checkbox") return field.checked !== field.defaultChecked;
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isText && field.value !== field.defaultValue;
}
