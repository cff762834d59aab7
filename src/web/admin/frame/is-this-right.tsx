import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

type Props = { question: string; onNo: () => void; onYes: () => void };

/** Asks the host to confirm a save that looks like a typing mistake, or whose effect cannot be undone. */
export function IsThisRight({ question, onNo, onYes }: Props) {
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
