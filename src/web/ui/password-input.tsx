import { Eye, EyeOff } from "./icons.tsx";
import { type InputHTMLAttributes, useState } from "react";
import { inputClass } from "./field.tsx";

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "className"> & {
  /** The name of the password, such as "current password", if a screen has several passwords. */
  what?: string;
};

/** A password field with a button that shows its content. */
export function PasswordInput({ what = "password", ...rest }: Props) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <input
        {...rest}
        type={shown ? "text" : "password"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={`${inputClass} pr-12`}
      />
      <button
        type="button"
        aria-label={`${shown ? "Hide" : "Show"} ${what}`}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center rounded-lg text-ink-soft hover:text-ink"
      >
        <Icon className="size-5" />
      </button>
    </div>
  );
}
