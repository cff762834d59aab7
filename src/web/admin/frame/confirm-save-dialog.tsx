import { statusOf } from "../../api/client.ts";
import { fieldErrors } from "../../lib/display-error.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** What the server wants the host to confirm before saving, if anything. */
export function questionOf(error: Error | null): string | undefined {
  return statusOf(error) === 409 ? fieldErrors(error)["confirmed"] : undefined;
}

type Props = { question: string; onNo: () => void; onYes: () => void };

export function ConfirmSaveDialog({ question, onNo, onYes }: Props) {
  return (
    <Dialog title="Is this right?" onClose={onNo}>
      <p>{question}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onNo}>
          No, go back
        </Button>
        <Button onClick={onYes}>Yes, save it</Button>
      </div>
    </Dialog>
  );
}
