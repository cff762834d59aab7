/** SPEC 2: three steps and the note. */
export function SetupGuide() {
  return (
    <section aria-labelledby="guide" className="rounded-2xl border border-line bg-surface p-5">
      <h2 id="guide" className="font-serif text-xl">
        Setup guide
      </h2>
      <ol className="mt-3 list-decimal space-y-2 pl-5">
        <li>List your cottage on the platform and copy its calendar export link.</li>
        <li>Press Connect, paste the link, check what we would import, and save.</li>
        <li>
          Paste your link where the platform imports calendars. Remove links between platforms: connect each of them
          only to this site.
        </li>
      </ol>
      <p className="mt-3 rounded-lg bg-sunken p-3">
        API access approval takes 1-3 business days. Calendar links need no approval and work right away.
      </p>
    </section>
  );
}
