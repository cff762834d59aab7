import { type FormEvent, useId, useState } from "react";
import type { PictureDetails } from "../api/media.ts";
import { Button } from "../ui/button.tsx";
import { Form } from "../ui/form.tsx";
import { TextField } from "../ui/text-field.tsx";
import { FocusPoint } from "./focus-point.tsx";
import type { UploadState } from "./use-upload.ts";

type Props = {
  state: Exclude<UploadState, { is: "empty" }>;
  saving: boolean;
  /** True if the server refused the upload: the picture has to be chosen again. */
  refused: boolean;
  onAgain: () => void;
  onOther: () => void;
  onDone: (details: PictureDetails) => void;
};

const NO_DETAILS: PictureDetails = { alt: "", focusX: 50, focusY: 50, author: "", licence: "", source: "" };

/** The file uploads while the host enters the details. */
export function DescribePicture({ state, saving, refused, onAgain, onOther, onDone }: Props) {
  const [details, setDetails] = useState(NO_DETAILS);
  const text = (name: "alt" | "author" | "licence" | "source") => ({
    value: details[name],
    onChange: (value: string) => setDetails({ ...details, [name]: value }),
  });
  const send = (event: FormEvent) => {
    // React lets events bubble out of the dialog, and this event would also reach the form around the button.
    event.stopPropagation();
    onDone(details);
  };
  return (
    <Form onSubmit={send} className="grid gap-6 sm:grid-cols-[280px_1fr]">
      <div className="space-y-3">
        <FocusPoint
          of={state.file}
          x={details.focusX}
          y={details.focusY}
          onChange={(focusX, focusY) => setDetails({ ...details, focusX, focusY })}
        />
        <Progress state={state} onAgain={onAgain} />
      </div>
      <div className="flex flex-col gap-4">
        <TextField
          {...text("alt")}
          label="What does the picture show? (optional)"
          hint="For guests who can't see it, and for search engines: “The veranda at sunrise”."
          maxLength={250}
          ref={focusOnce}
        />
        <details className="rounded-lg border border-line p-3">
          <summary className="cursor-pointer font-semibold">Someone else took it</summary>
          <div className="mt-3 space-y-3">
            <p className="text-sm text-ink-soft">We name them on the picture credits page.</p>
            <TextField {...text("author")} label="Author" autoComplete="on" maxLength={200} />
            <TextField {...text("licence")} label="License" autoComplete="on" maxLength={200} placeholder="CC BY 4.0" />
            <TextField {...text("source")} label="Source" autoComplete="on" maxLength={500} placeholder="https://" />
          </div>
        </details>
        <div className="mt-auto flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onOther}>
            {state.is === "sending" ? "Cancel" : "Choose another"}
          </Button>
          <Button type="submit" disabled={state.is !== "sent" || saving || refused}>
            {saving ? "Saving..." : "Use this picture"}
          </Button>
        </div>
      </div>
    </Form>
  );
}

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}

function Progress({ state, onAgain }: Pick<Props, "state" | "onAgain">) {
  const id = useId();
  switch (state.is) {
    case "sending":
      return (
        <div>
          <label htmlFor={id} className="text-sm text-ink-soft">
            {state.tries > 0 ? `Connection failed; attempt ${state.tries + 1} of 5` : `Uploading ${state.file.name}`}
          </label>
          <div className="flex items-center gap-3">
            <progress id={id} max={100} value={state.percent} className="h-2 w-full accent-accent" />
            <span className="w-12 text-right text-sm tabular-nums">{state.percent} %</span>
          </div>
        </div>
      );
    case "sent":
      return (
        <p role="status" className="text-sm text-ink-soft">
          {state.file.name} has been uploaded.
        </p>
      );
    case "failed":
      return (
        <Button look="secondary" onClick={onAgain}>
          Try again
        </Button>
      );
  }
}
