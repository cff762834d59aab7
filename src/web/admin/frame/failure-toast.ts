import { reasonOf } from "../../lib/display-error.ts";
import { toast } from "../../ui/toast-store.ts";

/** For a mutation's `onError`. */
export const failureToast = (title: string) => (error: Error) => {
  toast({ title, description: reasonOf(error), variant: "destructive" });
};
