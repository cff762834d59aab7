import { useQuery } from "@tanstack/react-query";
import { isOpen } from "../../api/backups.ts";
import { paths } from "../../lib/paths.ts";
import { ButtonAnchor } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

const ASK_AGAIN_MS = 500;

/** Shown after an import. The server then restarts, and earlier sessions are no longer valid. */
export function ImportDone({ message }: { message: string }) {
  const { data: open } = useQuery({
    queryKey: ["/api/ready"],
    queryFn: isOpen,
    refetchInterval: ({ state }) => (state.data ? false : ASK_AGAIN_MS),
  });
  return (
    <div className="space-y-4">
      <Notice look="good">Your data has been imported.</Notice>
      <p className="wrap-anywhere">{message}</p>
      <p>Sign in with the username, password and two-factor codes from your other Latchkey installation.</p>
      {/* This needs a full page load, because this page's cached data is out of date. */}
      {open ? (
        <ButtonAnchor href={paths.admin.login} className="w-full">
          Sign in
        </ButtonAnchor>
      ) : (
        <p role="status">Latchkey is restarting...</p>
      )}
    </div>
  );
}
