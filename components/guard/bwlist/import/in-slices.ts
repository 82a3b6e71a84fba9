/** As long as a part may keep the page from drawing and from answering keys. */
const SLICE_MS = 8;

/** Runs work in parts so short that typing stays smooth. Rejects with the signal's reason once it is aborted. */
export async function inSlices<Step, Result>(
  work: Generator<Step, Result>,
  onStep: (step: Step) => void,
  signal: AbortSignal,
): Promise<Result> {
  let until = performance.now() + SLICE_MS;
  for (;;) {
    const next = work.next();
    if (next.done) return next.value;
    if (performance.now() < until) continue;
    onStep(next.value);
    await new Promise((resolve) => setTimeout(resolve, 0));
    signal.throwIfAborted();
    until = performance.now() + SLICE_MS;
  }
}
