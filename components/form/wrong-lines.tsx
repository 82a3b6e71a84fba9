import { FieldError } from '@/components/ui/controls/field';

export type WrongLine = { key: string | number; message: string; field?: string };

/** The wrong lines of a text that holds one entry per line; its control is described by `id`. */
export function WrongLines({ id, lines }: { id: string; lines: readonly WrongLine[] }) {
  if (lines.length === 0) return null;
  return (
    <div id={id} className="flex flex-col gap-1.5">
      {lines.map(({ key, message, field }) => (
        <span key={key} data-field={field}>
          <FieldError>{message}</FieldError>
        </span>
      ))}
    </div>
  );
}
