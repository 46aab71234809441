import type { QualityCheckVersion } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { wordsOf } from '../../checks/properties.ts'
import { textOf } from '../../kit/cell.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { Time } from '../../kit/time.tsx'

/** Versions of a check, the newest first, each with what it changed. */
export function Versions({ id }: { id: number }) {
  const { data } = useAnswer('GET /api/quality-checks/{id}/versions', { path: { id }, query: { size: 20 } })
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

function Changes({ from, to }: { from: QualityCheckVersion | undefined; to: QualityCheckVersion }) {
  if (from === undefined) return <>{to.version.number === 1 ? 'made' : ''}</>
  const before = contentOf(from)
  const changed = Object.entries(contentOf(to)).filter(([name, value]) => before[name] !== value)
  if (changed.length === 0) return <>nothing that is shown here</>
  return (
    <ul className="changes">
      {changed.map(([name, value]) => (
        <li key={name}>
          {wordsOf(name)}: <del>{before[name] ?? 'none'}</del> → <ins>{value}</ins>
        </li>
      ))}
    </ul>
  )
}

/** What a person decides of a check, by name, as text. */
function contentOf(check: QualityCheckVersion): Record<string, string> {
  const { description, rule_type, filter, coverage, status, fields, anomaly_message_field } = check
  const tags = check.global_tags.map(({ name }) => name).join(', ')
  return {
    description,
    rule: rule_type,
    fields: fields.map(({ name }) => name).join(', ') || 'none',
    filter: filter ?? 'none',
    coverage: String(coverage),
    status,
    tags: tags || 'none',
    message_field: anomaly_message_field ?? 'none',
    ...Object.fromEntries(
      Object.entries(check.properties).map(([name, value]) => [
        name,
        value === null ? 'none' : textOf(value),
      ]),
    ),
  }
}
