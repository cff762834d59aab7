import { Button } from "../../ui/button.tsx";

type Props = { page: number; pages: number; onTurn: (page: number) => void };

/** Goes to the previous or next page of a long list. `page` counts from 1. */
export function PageButtons({ page, pages, onTurn }: Props) {
  if (pages <= 1) return null;
  return (
    <nav aria-label="Pages of bookings" className="flex flex-wrap items-center justify-between gap-3">
      <Button look="secondary" disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        Previous
      </Button>
      <p>
        Page {page} of {pages}
      </p>
      <Button look="secondary" disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
