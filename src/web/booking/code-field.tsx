import { useState } from "react";
import { say } from "../lib/say.ts";
import { Button } from "../ui/button.tsx";
import { Field, inputClass } from "../ui/field.tsx";
import { inputProps } from "./input-props.ts";
import { PRICE_INTENT } from "./form-intents.ts";
import type { BookingForm } from "./use-booking-form.ts";

/** Without JavaScript, the button sends the form to get the new price. */
export function CodeField({ booking }: { booking: BookingForm }) {
  const { values, messages, codeMessage } = booking;
  const texts = say.booking.code;
  // Once open, it stays open even if the guest clears the field.
  const [opened, setOpened] = useState(false);
  if (!opened && values.code !== "") setOpened(true);
  return (
    <details open={opened || undefined}>
      <summary className="flex min-h-11 cursor-pointer items-center underline">{texts.have}</summary>
      <div className="flex flex-wrap items-end gap-3">
        <Field id="code" label={texts.label} error={messages.code}>
          {(parts) => (
            <input
              {...parts}
              {...inputProps(booking, "code")}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                booking.useCode();
              }}
              maxLength={60}
              autoComplete="off"
              autoCapitalize="characters"
              className={inputClass}
            />
          )}
        </Field>
        <Button
          // With JavaScript, pressing Enter in another field must submit the booking, not press this button.
          type={booking.scripted ? "button" : "submit"}
          look="secondary"
          name="intent"
          value={PRICE_INTENT}
          onClick={booking.useCode}
        >
          {texts.use}
        </Button>
      </div>
      <p aria-live="polite" className="mt-2 min-h-6 font-semibold">
        {!messages.code && codeMessage}
      </p>
    </details>
  );
}
