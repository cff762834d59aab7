import type { ComponentProps, FormEvent } from "react";
import { formText } from "../lib/form-text.ts";

/** `text` returns what is in a field. */
export type Submit = (event: FormEvent<HTMLFormElement>, text: (name: string) => string) => void;

type Props = Omit<ComponentProps<"form">, "onSubmit"> & { onSubmit: Submit };

/** The fields show what is wrong, so the browser's own checks are off. */
export function Form({ onSubmit, ...rest }: Props) {
  return (
    <form
      noValidate
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        onSubmit(event, (name) => formText(data, name));
      }}
    />
  );
}
