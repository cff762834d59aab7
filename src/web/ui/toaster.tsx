import { clsx } from "clsx";
import * as Toast from "@radix-ui/react-toast";
import { say } from "../lib/say.ts";
import {
  dismissToast,
  TOAST_DURATION_MS,
  TOAST_SWIPE_THRESHOLD_PX,
  type ToastMessage,
  useToasts,
} from "./toast-store.ts";

/** F8 moves the focus here; a swipe to the right dismisses the toast (SPEC 9). */
export function Toaster() {
  const toasts = useToasts();
  return (
    <Toast.Provider duration={TOAST_DURATION_MS} swipeDirection="right" swipeThreshold={TOAST_SWIPE_THRESHOLD_PX}>
      {toasts.map((message) => (
        <ShownToast key={message.id} message={message} />
      ))}
      <Toast.Viewport
        hotkey={["F8"]}
        className="fixed inset-x-0 bottom-0 z-50 m-0 flex list-none flex-col gap-2 p-4 sm:left-auto sm:w-96 print:hidden"
      />
    </Toast.Provider>
  );
}

function ShownToast({ message }: { message: ToastMessage }) {
  const destructive = message.variant === "destructive";
  return (
    <Toast.Root
      open={message.open}
      onOpenChange={(open) => {
        if (!open) dismissToast(message.id);
      }}
      className={clsx(
        "flex items-start justify-between gap-3 rounded-xl border p-4 floating",
        "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)",
        destructive ? "border-danger bg-danger-surface text-danger" : "border-line bg-surface text-ink",
      )}
    >
      <div>
        <Toast.Title className="font-semibold">{message.title}</Toast.Title>
        {message.description ? <Toast.Description className="text-sm">{message.description}</Toast.Description> : null}
      </div>
      <Toast.Close
        aria-label={say.frame.close}
        className="-m-2 inline-flex size-11 shrink-0 items-center justify-center rounded-lg"
      >
        <span aria-hidden="true">×</span>
      </Toast.Close>
    </Toast.Root>
  );
}
