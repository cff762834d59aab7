import type { ComponentProps, FormEventHandler } from "react";

type Props = ComponentProps<"form"> & { onSubmit: FormEventHandler<HTMLFormElement> };

/** The fields show what is wrong, so the browser's own checks are off. */
export function Form({ onSubmit, ...rest }: Props) {
  return (
    <form
      noValidate
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event);
      }}
    />
  );
}
