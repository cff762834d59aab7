export type Tile = { label: string; value: string };

export function Tiles({ label, tiles }: { label: string; tiles: Tile[] }) {
  return (
    <section aria-label={label}>
      <dl className="grid grid-cols-2 gap-4 xl:grid-cols-4">
        {tiles.map((tile) => (
          <div key={tile.label} className="flex flex-col rounded-2xl border border-line bg-surface p-4 sm:p-5">
            <dt className="font-medium text-ink-soft">{tile.label}</dt>
            <dd className="mt-auto pt-2 font-serif text-3xl tabular-nums">{tile.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
