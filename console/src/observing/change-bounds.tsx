import type { QualityCheck } from '../api/api.generated.ts'
import { outdate, useChange } from '../api/answers.ts'
import { problemsOf } from '../api/problems.ts'
import { numeralOf } from '../checks/numeral.ts'
import { FollowedEntry } from '../drafts/followed-entry.tsx'
import { useFollowedForm } from '../drafts/followed-form.ts'
import { TextField } from '../kit/fields.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { tell } from '../kit/toasts.tsx'
import { SaveFoot } from '../kit/save-foot.tsx'
import { useRefusal } from '../shell/rights.ts'
import { boundsOf } from './demand.ts'

const hour = 3_600_000

/** Changes what a check that watches a container allows, beside its chart. */
export function ChangeBounds({ check }: { check: QualityCheck }) {
  const refused = useRefusal(check.datastore.id, 'Author')
  const name = check.description || check.rule_type
  return (
    <Sheet
      words="Change bounds"
      label={`Change bounds of ${name}`}
      title={`Bounds of ${name}`}
      refused={refused}
    >
      {(close) => <Form check={check} close={close} />}
    </Sheet>
  )
}

interface Written {
  min: string
  max: string
}

function Form({ check, close }: { check: QualityCheck; close: () => void }) {
  const isAge = check.rule_type === 'freshness'
  const form = useFollowedForm({
    name: 'GET /api/quality-checks/{id}',
    given: { path: { id: check.id } },
    known: check,
    draftOf: writtenOf,
  })
  const { draft: written } = form
  const change = useChange('PUT /api/quality-checks/{id}')
  const problems = problemsOf(change.error)
  const put = (part: Partial<Written>) => {
    form.put(part)
    // What was found wrong was about what stood there before.
    change.reset()
  }
  const save = (kept: QualityCheck) =>
    change.mutate(
      {
        path: { id: check.id },
        body: { properties: { ...kept.properties, ...propertiesOf(isAge, written) } },
      },
      {
        onSuccess() {
          close()
          void outdate('observability')
          tell('The bounds are changed; the next scan judges by them.')
        },
      },
    )
  return (
    <FollowedEntry form={form} what="check" by={check.last_editor} save={(kept) => save(kept ?? check)}>
      {isAge ? (
        <TextField
          label="Hours since it was modified, at most"
          inputMode="decimal"
          required
          value={written.max}
          problem={problems.get('properties.value') ?? null}
          onChange={({ target }) => put({ max: target.value })}
        />
      ) : (
        <>
          <p>{subjects[String(check.properties['comparison'])]}</p>
          <Bound label="At least" member="min" {...{ written, put, problems }} />
          <Bound label="At most" member="max" {...{ written, put, problems }} />
        </>
      )}
      {check.inferred && <p className="muted">The check was inferred; once you change it, it is yours.</p>}
      <SaveFoot change={change} />
    </FollowedEntry>
  )
}

function Bound({
  label,
  member,
  written,
  put,
  problems,
}: {
  label: string
  member: keyof Written
  written: Written
  put: (part: Partial<Written>) => void
  problems: ReadonlyMap<string, string>
}) {
  return (
    <TextField
      label={`${label} (empty: no bound)`}
      inputMode="decimal"
      value={written[member]}
      problem={problems.get(`properties.${member}`) ?? null}
      onChange={({ target }) => put({ [member]: target.value })}
    />
  )
}

/** What the bounds are for, by the comparison of the check. */
const subjects: Readonly<Record<string, string>> = {
  'Absolute Value': 'The bounds are for what a scan measures.',
  'Absolute Change': 'The bounds are for the change since earlier scans; a negative one allows a decrease.',
  'Percentage Change':
    'The bounds are for the change since earlier scans, in percent; a negative one allows a decrease.',
}

function writtenOf(check: QualityCheck): Written {
  const { min, max } = boundsOf(check)
  const shown = check.rule_type === 'freshness' && max !== null ? String(Number(max) / hour) : max
  return { min: min ?? '', max: shown ?? '' }
}

function propertiesOf(isAge: boolean, { min, max }: Written): Record<string, unknown> {
  if (!isAge) return { min: boundOf(min), max: boundOf(max) }
  const hours = Number(max)
  // What is no number is for the service to refuse.
  return { value: Number.isFinite(hours) ? hours * hour : max }
}

const boundOf = (text: string) => (text.trim() === '' ? null : numeralOf(text.trim()))
