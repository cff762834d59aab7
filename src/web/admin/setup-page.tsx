export function SetupPage() {
  return <h1 className="font-serif text-3xl">SetupPage</h1>;
}
