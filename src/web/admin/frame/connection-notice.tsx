import { useSyncExternalStore } from "react";

type Props = { live: boolean };

/** Tells the host when the screen may be out of date. */
export function ConnectionNotice({ live }: Props) {
  const online = useOnline();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-18 z-30 flex justify-center px-4 print:hidden"
    >
      {online && live ? null : (
        <p className="rounded-full border border-line-strong bg-sunken px-5 py-2 font-semibold text-ink shadow-lg">
          {online ? "Reconnecting. What you see may be out of date." : "You are offline. We keep what you typed."}
        </p>
      )}
    </div>
  );
}

function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      addEventListener("online", listener);
      addEventListener("offline", listener);
      return () => {
        removeEventListener("online", listener);
        removeEventListener("offline", listener);
      };
    },
    () => navigator.onLine,
  );
}
