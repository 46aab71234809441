import type { Field, IncrementalType } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Choices } from '../../kit/choices.tsx'
import { Select, TextArea } from '../../kit/fields.tsx'
import { Tick } from '../../kit/tick.tsx'
import { Groupings } from './groupings.tsx'
import type { SettingsDraft } from './settings-draft.ts'

/** The settings of a container as they are written, how they change, and what the service found wrong with members. */
export interface SettingsFilling {
  draft: SettingsDraft
  put: (change: Partial<SettingsDraft>) => void
  problems: ReadonlyMap<string, string>
  /** Those that can be chosen from: none that is missing. */
  fields: readonly Field[]
}

/** Types whose values have an order that all stores share: only by such a field is a container read in parts. */
const ordered = new Set<string>(['Integral', 'Fractional', 'Date', 'Timestamp'])

/** What people note of it. */
export function NoteFields({ draft, put, problems }: SettingsFilling) {
  const tags = useAnswer('GET /api/global-tags', { query: { size: 100 } })
  const known = tags.data?.items ?? []
  const names = [...new Set([...known.map(({ name }) => name), ...draft.tags])]
  return (
    <>
      <TextArea
        label="Description (optional)"
        maxLength={1000}
        value={draft.description}
        problem={problems.get('description') ?? null}
        onChange={({ target }) => put({ description: target.value })}
      />
      <Choices
        title="Tags"
        options={names.map((name) => [name, name] as const)}
        chosen={draft.tags}
        choose={(chosen) => put({ tags: chosen })}
        problem={problems.get('tags') ?? null}
        reading={tags}
      />
    </>
  )
}

/** How it is read and measured. */
export function ReadingFields(filling: SettingsFilling) {
  const { draft, put, problems, fields } = filling
  const inOrder = fields.filter(({ type }) => ordered.has(type))
  return (
    <>
      <Select
        label="Field that shows which rows are new"
        value={draft.incrementalField}
        problem={problems.get('incremental_field_name') ?? null}
        onChange={({ target }) => put({ incrementalField: target.value })}
        options={choicesOf(inOrder, draft.incrementalField, 'none')}
      />
      {draft.incrementalField !== '' && (
        <Select
          label="What that field is"
          value={draft.incrementalType}
          problem={problems.get('incremental_identifier_type') ?? null}
          onChange={({ target }) => put({ incrementalType: target.value as IncrementalType | '' })}
          options={[
            ['', 'not said'],
            ['last-modified', 'a time of change'],
            ['batch-value', 'a number that grows'],
          ]}
        />
      )}
      <Select
        label="Field in whose ranges it is read when it is large"
        value={draft.partitionField}
        problem={problems.get('partition_field') ?? null}
        onChange={({ target }) => put({ partitionField: target.value })}
        options={choicesOf(
          inOrder.filter(({ status }) => status !== 'masked'),
          draft.partitionField,
          'none: it is read whole',
        )}
      />
      <KeyFields {...filling} />
      <Groupings {...filling} />
      <Tick
        words="Measure its rows and bytes, as checks of its volume need it"
        isTicked={draft.measuresVolume}
        tick={(measuresVolume) => put({ measuresVolume })}
      />
      <Tick
        words="Measure when it was modified, as checks of its freshness need it"
        isTicked={draft.measuresFreshness}
        tick={(measuresFreshness) => put({ measuresFreshness })}
      />
    </>
  )
}

/** The fields by name, and the one that is chosen also when it is there no more. */
function choicesOf(fields: readonly Field[], chosen: string, none: string): [string, string][] {
  const names = fields.map(({ name }) => name)
  const isGone = chosen !== '' && !names.includes(chosen)
  return [
    ['', none],
    ...names.map((name): [string, string] => [name, name]),
    ...(isGone ? [[chosen, `${chosen} (not there now)`] as [string, string]] : []),
  ]
}

/** By what a row is recognised when it is found again. */
function KeyFields({ draft, put, problems, fields }: SettingsFilling) {
  const names = fields.filter(({ status }) => status !== 'excluded').map(({ name }) => name)
  return (
    <>
      <Select
        label="A row is recognised by"
        value={draft.keyFrom}
        problem={draft.keyFrom === 'people' ? null : (problems.get('key_fields') ?? null)}
        onChange={({ target }) => put({ keyFrom: target.value as SettingsDraft['keyFrom'] })}
        options={[
          ['source', 'the key that its store declares, else all values'],
          ['people', 'the fields that I choose'],
          ['nobody', 'all its values'],
        ]}
      />
      {draft.keyFrom === 'people' && (
        <Choices
          title="Fields of the key"
          options={[...new Set([...names, ...draft.keyFields])].map((name) => [name, name] as const)}
          chosen={draft.keyFields}
          choose={(keyFields) => put({ keyFields })}
          problem={problems.get('key_fields') ?? null}
        />
      )}
    </>
  )
}
