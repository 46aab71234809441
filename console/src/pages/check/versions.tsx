import type { QualityCheck } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { ChangesOf } from '../../checks/changes.tsx'
import { Failure } from '../../kit/failure.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { Time } from '../../kit/time.tsx'
import { counted } from '../../words/numbers.ts'
import { RestoreVersion } from './restore-version.tsx'

/** Versions of a check, the newest first, each with what it changed and the way back to it. */
export function Versions({ check }: { check: QualityCheck }) {
  const { data, error, refetch } = useAnswer('GET /api/quality-checks/{id}/versions', {
    path: { id: check.id },
    query: { size: 20 },
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return null
  const versions = [...data.items].sort((one, other) => other.version.number - one.version.number)
  return (
    <section className="stack" aria-label="Versions">
      <h2>
        {versions.length < data.total
          ? `The last ${versions.length} of ${counted(data.total, 'version')}`
          : 'Versions'}
      </h2>
      <PlainTable
        label="Versions"
        heads={['Version', 'Since', 'By', 'What changed', 'State']}
        keys={versions.map(({ version }) => version.number)}
        rows={versions.map((version, index) => [
          version.version.number,
          <Time key="since" at={version.version.valid_from} />,
          version.version.edited_by,
          <ChangesOf key="changes" version={version} before={versions[index + 1]} />,
          index === 0 ? 'in force' : <RestoreVersion key="restore" check={check} version={version} />,
        ])}
      />
    </section>
  )
}
