import { Notice } from "../../ui/notice.tsx";

type Props = {
  /** What is stored now: `Check-in: January 11, 2027`. */
  lines: string[];
};

/** For a form with unsaved input whose stored values someone else has changed. */
export function ChangesByOthers({ lines }: Props) {
  if (lines.length === 0) return null;
  return (
    <Notice look="info">
      <p>This has changed since you started editing. Your input is still here. The saved version:</p>
      <ul>
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere whitespace-pre-wrap">
            {line}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
