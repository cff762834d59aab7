import { Button, ButtonAnchor } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

/** The recovery codes. They are shown only once, because the server stores only their hashes. */
export function RecoveryCodes({ codes, done }: { codes: string[]; done: () => void }) {
  const text = `Latchkey recovery codes. Each signs you in once, after the password.\n\n${codes.join("\n")}\n`;
  return (
    <div className="space-y-4">
      <Notice look="info">
        Keep these ten codes somewhere safe. Use one if you don't have your phone; each works once. We won't show them
        again.
      </Notice>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1 rounded-lg bg-sunken p-4 font-mono text-sm sm:grid-cols-2 sm:text-base"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <ButtonAnchor
          look="secondary"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="latchkey-recovery-codes.txt"
        >
          Download
        </ButtonAnchor>
        <Button onClick={done}>I've saved them</Button>
      </div>
    </div>
  );
}
