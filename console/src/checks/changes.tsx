import type { QualityCheckVersion } from '../api/api.generated.ts'
import { textOf } from '../kit/cell.tsx'
import './changes.css'
import { wordsOf } from './properties.ts'

/** What differs from one version of a check to a later one. */
export function Changes({ from, to }: { from: QualityCheckVersion | undefined; to: QualityCheckVersion }) {
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
