/** The battlement with an arrow slit, at 16, 18, 20 or 32 px; takes the colour around it. */
export function Logo({ size = 20 }: { size?: 16 | 18 | 20 | 32 }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 20 20" className="flex-none fill-current">
      <path fillRule="evenodd" d="M1 4h4.5v4h2V4h5v4h2V4H19v13H1zM9 11h2v6H9z" />
    </svg>
  );
}
