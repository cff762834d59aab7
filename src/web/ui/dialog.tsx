import { clsx } from "clsx";
import { type ReactNode, useCallback, useId, useRef } from "react";

type Props = {
  title: string;
  /** Null for a dialog that stays open until its work is done. */
  onClose: (() => void) | null;
  children: ReactNode;
  size?: keyof typeof SIZES;
};

/** On screens with enough room. SPEC 9 specifies the size of the file picker. */
const SIZES = { form: "sm:h-fit sm:w-[34rem]", picker: "sm:h-[550px] sm:w-[750px]", picture: "sm:h-fit sm:w-fit" };

/**
 * Rendered only while it is open. The browser's own element traps the focus, closes on Escape and returns the focus,
 * and needs no inline styles. On a phone, it takes up the lower part of the screen, which is easy to reach.
 */
export function Dialog({ title, onClose, children, size = "form" }: Props) {
  const id = useId();
  // A form that is no longer on the page was saved or discarded.
  const typedIn = useRef(new Set<HTMLFormElement>());
  const close = () => {
    const isUnsaved = [...typedIn.current].some((form) => form.isConnected);
    if (!isUnsaved || confirm("Discard what you typed?")) onClose?.();
  };
  // The element has no attribute for "modal".
  const open = useCallback((dialog: HTMLDialogElement | null) => {
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={open}
      aria-labelledby={id}
      onInput={({ target }) => {
        const form = target instanceof Element ? target.closest("form") : null;
        if (form) typedIn.current.add(form);
      }}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      // A second Escape in a row closes the dialog even though `onCancel` prevents it.
      onClose={({ currentTarget: dialog }) => {
        if (!dialog.isConnected) return;
        dialog.showModal();
        close();
      }}
      className={clsx(
        "fixed inset-x-0 top-auto bottom-0 m-0 max-h-[92dvh] w-full max-w-none overflow-y-auto rounded-t-2xl border border-line bg-surface p-5 text-ink shadow-xl backdrop:bg-black/50 sm:inset-0 sm:m-auto sm:rounded-2xl sm:p-6",
        SIZES[size],
      )}
    >
      <h2 id={id} className={clsx("mb-4 font-serif text-2xl", onClose && "pr-10")}>
        {title}
      </h2>
      {children}
      {/* Last, so that the focus starts with the dialog's content. */}
      {onClose ? (
        <button
          type="button"
          aria-label="Close"
          onClick={close}
          className="absolute top-3 right-3 inline-flex size-11 items-center justify-center rounded-lg text-2xl hover:bg-sunken sm:top-4 sm:right-4"
        >
          <span aria-hidden="true">×</span>
        </button>
      ) : null}
    </dialog>
  );
}
