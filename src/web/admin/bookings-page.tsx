export function BookingsPage() {
  return <h1 className="font-serif text-3xl">BookingsPage</h1>;
}
