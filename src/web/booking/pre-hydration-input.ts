export const BOOKING_FORM_ID = "booking-form";

/**
 * Input that a guest typed into a form, or the browser restored, before the page was hydrated: values by the fields' names.
 * To be read during hydration; afterwards, controlled inputs show what the server sent.
 */
export function preHydrationInput<Name extends string>(
  formId: string,
  isField: (name: string) => name is Name,
): Partial<Record<Name, string>> {
  const typed: Partial<Record<Name, string>> = {};
  if (typeof document === "undefined") return typed;
  for (const field of document.forms.namedItem(formId)?.elements ?? [])
    if (isTouched(field) && isField(field.name)) typed[field.name] = field.value;
  return typed;
}

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isTouched(field: Element): field is TextField {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.defaultSelected === false;
  if (field instanceof HTMLInputElement && field.type === "checkbox") return field.checked !== field.defaultChecked;
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isText && field.value !== field.defaultValue;
}
