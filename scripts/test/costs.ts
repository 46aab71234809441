import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('costs.json', import.meta.url)

/** Files that take less are not listed. */
const listedSeconds = 3

/** The duration of each of these test files at the last measurement, seconds; 1 for one that is not listed. */
export function knownCosts(): (path: string) => number {
  const known: Record<string, number> = JSON.parse(readFileSync(file, 'utf8'))
  return (path) => known[path] ?? 1
}

/** Writes what was measured, milliseconds by path, as whole seconds. */
export function keepCosts(measured: Record<string, number>): void {
  const seconds = Object.entries(measured)
    .map(([path, milliseconds]) => [path, Math.round(milliseconds / 1000)] as const)
    .filter(([, cost]) => cost >= listedSeconds)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(seconds), null, 2)}\n`)
}
