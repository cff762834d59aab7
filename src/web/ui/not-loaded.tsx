import { useEffect } from "react";
import { toast } from "./toast-store.ts";

const sentence = () =>
  `${navigator.onLine ? "Latchkey may have been updated. Copy" : "Once you're online, copy"} what you haven't saved, then reload this page.`;

/** In place of a part of a portal screen whose code could not be loaded. */
export function NotLoaded() {
  return (
    <p role="alert" className="max-w-prose text-sm font-semibold text-danger">
      We couldn't open this. {sentence()}
    </p>
  );
}

/** For a part that covers the screen, such as a dialog. Calls `onClose`, so that it can be opened again. */
export function DialogNotLoaded({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    toast({ title: "We couldn't open this", description: sentence(), variant: "destructive" });
    onClose();
  }, [onClose]);
  return null;
}
