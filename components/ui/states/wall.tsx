/** A wall with one merlon still to build, above an empty state. */
export function Wall() {
  return (
    <svg
      aria-hidden="true"
      width="216"
      height="44"
      viewBox="0 0 216 44"
      className="fill-none stroke-current text-line-strong"
      strokeWidth="1.5"
    >
      <path d="M0 38H24V14H44V26H58V14H78V26H92" />
      <path d="M124 26H138V14H158V26H172V14H192V38H216" />
      <path d="M92 26V14H112M112 14H124V26" strokeDasharray="3 3" />
    </svg>
  );
}
