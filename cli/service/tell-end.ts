import type { Operation } from '../../client/src/index.ts'
import { CommandFailed } from '../command-failed.ts'
import { jsonText } from '../exact-numbers.ts'

/** Types of runs that go on where they stopped; the others begin anew. */
const resumable: ReadonlySet<Operation['type']> = new Set(['profile', 'scan', 'promote'])

/** Says how a run ended: its record as JSON when asked, and by an error when it did not end well. */
export function tellEnd(run: Operation, { json }: { json?: boolean }): void {
  if (json) process.stdout.write(`${jsonText(run, 2)}\n`)
  if (run.result !== 'failure' && run.result !== 'aborted') return
  const reason = run.message ?? `It ended as ${run.result}.`
  throw new CommandFailed(
    `Run ${run.id} (${run.type}) did not succeed. ${reason}`,
    `assay runs ${resumable.has(run.type) ? 'resume' : 'rerun'} ${run.id}`,
  )
}
