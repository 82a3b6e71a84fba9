import { Fragment } from 'react';

/** A long dotted name that breaks after a dot where it can, and within a label only where it must. */
export function Dotted({ name }: { name: string }) {
  return (
    <span className="wrap-anywhere [word-break:normal]">
      {name.split('.').map((label, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels are known by their places
        <Fragment key={i}>
          {i > 0 ? (
            <>
              .<wbr />
            </>
          ) : null}
          {label}
        </Fragment>
      ))}
    </span>
  );
}
