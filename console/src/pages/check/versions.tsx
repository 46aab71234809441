import { useAnswer } from '../../api/answers.ts'
import { Changes } from '../../checks/changes.tsx'
import { Failure } from '../../kit/failure.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { Time } from '../../kit/time.tsx'

/** Versions of a check, the newest first, each with what it changed. */
export function Versions({ id }: { id: number }) {
  const { data, error, refetch } = useAnswer('GET /api/quality-checks/{id}/versions', {
    path: { id },
    query: { size: 20 },
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return null
  const versions = [...data.items].sort((one, other) => other.version.number - one.version.number)
  return (
    <section className="stack" aria-label="Versions">
      <h2>Versions</h2>
      <PlainTable
        label="Versions"
        heads={['Version', 'Since', 'By', 'What changed']}
        rows={versions.map((version, index) => [
          version.version.number,
          <Time key="since" at={version.version.valid_from} />,
          version.version.edited_by,
          <Changes key="changes" from={versions[index + 1]} to={version} />,
        ])}
      />
    </section>
  )
}
