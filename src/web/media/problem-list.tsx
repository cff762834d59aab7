/** Screen readers announce the problems immediately. */
export function ProblemList({ problems }: { problems: string[] }) {
  return (
    <div role="alert">
      {problems.length > 0 ? (
        <ul className="mb-4 space-y-1 rounded-lg border border-danger bg-danger-surface p-3 font-semibold text-danger">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
