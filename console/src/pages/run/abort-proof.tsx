import type { Operation } from '../../api/api.generated.ts'
import { Fact } from '../../kit/fact.tsx'
import { counted } from '../../words/numbers.ts'
import { duration } from '../../words/times.ts'

/** What an abort found under way, and whether its statements have left the source. Nothing for other runs. */
export function AbortProof({ run: { aborted_work: work, end_time } }: { run: Operation }) {
  if (!work || end_time === null) return null
  const { units, stopping, silent, last_stopped } = work
  const under = `${counted(units, 'piece')} of work under way`
  return (
    <Fact name="Stopped">
      {under}
      {stopping > 0 && `: ${stopping} may still have a statement in the source`}
      {silent > 0 && `: of ${silent} nothing is known, because the worker is gone`}
      {stopping === 0 &&
        last_stopped !== null &&
        `: the last had left the source ${duration(end_time, last_stopped)} after the abort`}
    </Fact>
  )
}
