/** A `ref` for a dialog that is drawn only while it is open: the page behind rests, and gets the focus back afterwards. */
export function openModally(dialog: HTMLDialogElement | null): () => void {
  if (dialog && !dialog.open) dialog.showModal();
  return () => dialog?.close();
}
