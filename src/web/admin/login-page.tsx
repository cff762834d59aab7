export function LoginPage() {
  return <h1 className="font-serif text-3xl">LoginPage</h1>;
}
