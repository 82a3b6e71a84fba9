const DATE = /((?:\d{4}-)?\d{2}-\d{2}(?: \d{2}:\d{2}(?::\d{2})?)?)/;

/** A text that wraps between words, but never at the hyphens of a date. */
export function WholeDates({ text }: { text: string }) {
  return text.split(DATE).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no identity
      <span key={i} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
