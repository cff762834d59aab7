/** The drawing in `public/drawings/cottage/logo.svg`. It has no text alternative, because it is beside a name. */
export function Logo({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 64 64" fill="currentColor" aria-hidden="true" className={className}>
      <path
        fillRule="evenodd"
        d="M30 3.8a3 3 0 0 1 4 0l20.6 17a4 4 0 0 1 1.4 3V32a4 4 0 0 1-4 4H36v4h10a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H36v4h6a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H32a4 4 0 0 1-4-4V36H12a4 4 0 0 1-4-4v-8.2a4 4 0 0 1 1.4-3zM32 9.5C24 16 21.5 22 24 27q2 3.2 6.8 3.5V21h2.4v9.5Q38 30.2 40 27c2.5-5 0-11-8-17.5z"
      />
    </svg>
  );
}
