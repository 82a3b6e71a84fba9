/** Hands a file to the browser. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the data by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The same of a text. */
export function saveText(name: string, content: string, type: string): void {
  saveBlob(new Blob([content], { type }), name);
}
