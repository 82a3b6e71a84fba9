'use client';

import { Input } from '@/components/ui/input';

function toLocal(millis: string | null | undefined): string {
  if (!millis) return '';
  const raw = Number(millis);
  const date = new Date(raw < 1e11 ? raw * 1000 : raw);
  if (Number.isNaN(date.getTime())) return '';
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A moment in the browser's zone, as Unix milliseconds in text; null when empty. */
export function TimeInput({
  name,
  value,
  onChange,
}: {
  name: string;
  value: string | null | undefined;
  onChange: (millis: string | null) => void;
}) {
  return (
    <Input
      type="datetime-local"
      aria-label={name}
      value={toLocal(value)}
      onChange={(event) => {
        const millis = new Date(event.target.value).getTime();
        onChange(Number.isNaN(millis) ? null : String(millis));
      }}
    />
  );
}
