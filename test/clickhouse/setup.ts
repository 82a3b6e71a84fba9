import { installEngine } from './install.mjs';

/** Before the tests on ClickHouse: there is an engine, or none of them passes. */
export default function setup(): void {
  installEngine();
}
