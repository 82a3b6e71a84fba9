/** A label that is set in a stronger weight while it is chosen, as wide as that from the start. */
export function SteadyLabel({ label }: { label: string }) {
  return (
    <span className="steady" data-label={label}>
      {label}
    </span>
  );
}
