/** A stepped course without axes; gaps stay gaps. Decorative: the figure is above it. */
export function Sparkline({ values, token }: { values: readonly (number | null)[]; token: string }) {
  const width = 200;
  const height = 26;
  const most = Math.max(0, ...values.map((v) => v ?? 0)) * 1.08 || 1;
  const step = width / values.length;
  const y = (value: number) => height - (Math.max(0, value) / most) * (height - 2);
  const pieces = runsOf(values).map((run) => {
    const line = run.values.map(
      (v, i) => `${((run.from + i) * step).toFixed(1)} ${y(v).toFixed(1)}H${((run.from + i + 1) * step).toFixed(1)}`,
    );
    const end = ((run.from + run.values.length) * step).toFixed(1);
    return {
      from: run.from,
      line: `M${line.join('L')}`,
      area: `M${line.join('L')}L${end} ${height}L${(run.from * step).toFixed(1)} ${height}Z`,
    };
  });
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block h-[26px] w-full"
    >
      {pieces.map((piece) => (
        <g key={piece.from}>
          <path d={piece.area} fill={`var(--${token})`} opacity={0.22} />
          <path
            d={piece.line}
            fill="none"
            stroke={`var(--${token})`}
            strokeWidth={1.5}
            vectorEffect="non-scaling-stroke"
          />
        </g>
      ))}
    </svg>
  );
}

function runsOf(values: readonly (number | null)[]): { from: number; values: number[] }[] {
  const runs: { from: number; values: number[] }[] = [];
  values.forEach((value, i) => {
    if (value === null) return;
    const last = runs.at(-1);
    if (last && last.from + last.values.length === i) last.values.push(value);
    else runs.push({ from: i, values: [value] });
  });
  return runs;
}
