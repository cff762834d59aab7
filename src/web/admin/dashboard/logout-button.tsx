import { LogOut } from "lucide-react";
import { signOut as signOutOfPortal } from "../../api/auth.ts";
import { Button } from "../../ui/button.tsx";
import { useSignOut } from "../frame/use-sign-out.ts";

/** SPEC 2: in the head of the dashboard, besides the user's menu. */
export function LogoutButton() {
  const { signOut, isPending } = useSignOut(signOutOfPortal);
  return (
    <Button look="secondary" className="px-4" onClick={signOut} disabled={isPending}>
      <LogOut aria-hidden="true" className="size-5" />
      Logout
    </Button>
  );
}
