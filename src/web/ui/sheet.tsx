import { type ReactNode, useId, useLayoutEffect, useRef } from "react";

type Props = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
};

/**
 * Full screen on phones. The browser's own element traps and returns the focus and closes on Escape. It needs no
 * injected styles, which the content security policy would block.
 */
export function Sheet({ title, onClose, children, footer }: Props) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the effects of the sheet's content, which may move the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto bg-surface text-ink backdrop:bg-black/50 sm:m-auto sm:h-fit sm:max-h-[95dvh] sm:w-fit sm:rounded-2xl sm:border sm:border-line"
    >
      <div className="flex min-h-full flex-col">
        <header className="sticky top-0 z-10 flex items-center justify-between gap-4 border-b border-line bg-surface px-4 py-2 sm:px-6">
          <h2 id={titleId} className="font-serif text-xl">
            {title}
          </h2>
          <button
            type="button"
            onClick={() => dialog.current?.close()}
            aria-label="Close"
            className="-mr-2 inline-flex size-11 items-center justify-center rounded-lg text-2xl hover:bg-sunken"
          >
            <span aria-hidden="true">×</span>
          </button>
        </header>
        <div className="grow px-4 py-4 sm:px-6">{children}</div>
        {footer ? (
          <footer className="sticky bottom-0 border-t border-line bg-surface px-4 py-3 sm:px-6">{footer}</footer>
        ) : null}
      </div>
    </dialog>
  );
}
