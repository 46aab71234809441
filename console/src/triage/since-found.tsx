import { useAnswer } from '../api/answers.ts'
import { Changes } from '../checks/changes.tsx'

/**
 * What was changed of a check since an anomaly was found last, among its newest hundred versions. Nothing when it is the same,
 * or when the person may not see it.
 */
export function SinceFound({ checkId, at }: { checkId: number; at: string }) {
  const { data } = useAnswer('GET /api/quality-checks/{id}/versions', {
    path: { id: checkId },
    query: { size: 100 },
  })
  const versions = data?.items.toSorted((one, other) => other.version.number - one.version.number) ?? []
  const [now] = versions
  const then = versions.find(({ version }) => Date.parse(version.valid_from) <= Date.parse(at))
  if (!now || !then || now.version.number === then.version.number) return null
  return (
    <div className="note">
      The check was version {then.version.number} when this was found last, and is {now.version.number} now:
      <Changes from={then} to={now} />
    </div>
  )
}
