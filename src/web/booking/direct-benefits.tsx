const BENEFITS = [
  "The price you see is the price you pay: no booking fee, no platform's commission.",
  "You write to the host, and the host answers.",
  "Free cancellation until 48 hours before check-in.",
  "Your stay has a page of its own, where you change or cancel it yourself.",
];

/** SPEC 2: beside the direct form. Only what is true of every direct booking. */
export function DirectBenefits() {
  return (
    <section aria-labelledby="benefits-title" className="space-y-3 rounded-3xl border border-line bg-sunken p-5 sm:p-6">
      <h2 id="benefits-title" className="serif text-xl">
        Why book direct
      </h2>
      <ul className="list-disc space-y-2 pl-5">
        {BENEFITS.map((benefit) => (
          <li key={benefit}>{benefit}</li>
        ))}
      </ul>
    </section>
  );
}
