/** A network address on one line; what has no room is its end, which says least of whose it is. */
export function Address({ ip }: { ip: string }) {
  return (
    <span title={ip} className="block truncate font-mono text-12">
      {ip || '—'}
    </span>
  );
}
