import type { Person, QualityCheck, QualityCheckVersion } from '../api/api.generated.ts'
import { textOf } from '../kit/cell.tsx'
import { percent } from '../words/numbers.ts'
import './changes.css'
import { wordsOf } from './properties.ts'

/** What a version of a check changed of the one before it. */
export function ChangesOf({
  version,
  before,
}: {
  version: QualityCheckVersion
  before: QualityCheckVersion | undefined
}) {
  if (before === undefined) return <>{version.version.number === 1 ? 'made' : ''}</>
  return <Changes from={before} to={version} />
}

/** What differs from a check to what it became, or would become. */
export function Changes({ from, to }: { from: QualityCheck; to: QualityCheck }) {
  const [before, after] = [wordsOfAll(from), wordsOfAll(to)]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed = [...names].flatMap((name) => {
    const [was = 'none', is = 'none'] = [before[name], after[name]]
    return was === is ? [] : [[name, was, is] as const]
  })
  if (changed.length === 0) return <>nothing that is shown here</>
  return (
    <ul className="changes">
      {changed.map(([name, was, is]) => (
        <li key={name}>
          {wordsOf(name)}: <del>{was}</del> → <ins>{is}</ins>
        </li>
      ))}
    </ul>
  )
}

/** What a person decides of a check, by name, as text. */
function wordsOfAll(check: QualityCheck): Record<string, string> {
  const { description, rule_type, filter, coverage, status, fields, anomaly_message_field } = check
  const { owner, default_anomaly_assignee, additional_metadata } = check
  return {
    description,
    rule: rule_type,
    fields: listed(fields.map(({ name }) => name)),
    filter: filter ?? 'none',
    share_of_rows_that_has_to_hold: percent(coverage),
    status,
    tags: listed(check.global_tags.map(({ name }) => name)),
    message_field: anomaly_message_field ?? 'none',
    owner: called(owner),
    new_anomalies_go_to: called(default_anomaly_assignee),
    metadata: valueOf(additional_metadata),
    ...Object.fromEntries(Object.entries(check.properties).map(([name, value]) => [name, valueOf(value)])),
  }
}

const listed = (names: readonly string[]) => names.join(', ') || 'none'

const called = (person: Person | null) => person?.name ?? person?.user_name ?? 'nobody'

const valueOf = (value: unknown) => (value === null || value === undefined ? 'none' : textOf(value))
