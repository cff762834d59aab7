export function DashboardPage() {
  return <h1 className="font-serif text-3xl">DashboardPage</h1>;
}
