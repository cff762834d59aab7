export function BookingDetailPage() {
  return <h1 className="font-serif text-3xl">BookingDetailPage</h1>;
}
