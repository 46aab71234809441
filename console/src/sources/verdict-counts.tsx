import type { Verdicts } from '../api/api.generated.ts'
import { State } from '../kit/state.tsx'
import { count } from '../words/numbers.ts'

const states = [
  ['failed', 'failed'],
  ['unasserted', 'unasserted'],
  ['never', 'none'],
  ['passed', 'passed'],
] as const

/** How many checks stand how, the ones to look at first; verdicts that no check has are left out. */
export function VerdictCounts({ verdicts }: { verdicts: Verdicts | undefined }) {
  const shown = states.filter(([key]) => (verdicts?.[key] ?? 0) > 0)
  if (verdicts === undefined || shown.length === 0) return <span className="muted">no checks</span>
  return (
    <span className="row">
      {shown.map(([key, name]) => (
        <State key={key} name={name} word={`${count(verdicts[key])} ${wordsOf[key]}`} />
      ))}
    </span>
  )
}

const wordsOf = { failed: 'failed', unasserted: 'not judged', never: 'never judged', passed: 'passed' }
