import { useState } from 'react'
import type { ContainerStub } from '../api/api.generated.ts'
import { useAnswer } from '../api/answers.ts'
import { Choices } from '../kit/choices.tsx'
import { Select, TextField } from '../kit/fields.tsx'
import { count } from '../words/numbers.ts'
import type { RunDraft } from './run-draft.ts'
import type { RunFilling } from './run-fields.tsx'

/** The most names that are shown at once: a browser is slow with thousands of boxes. */
const mostShown = 100

/** The tables and files that a run works on: all of the datastore, some by name, or those with a tag. */
export function RunContainersChoice({ datastoreId, draft, put, problems }: RunFilling) {
  const isExport = draft.type === 'export'
  const tags = useAnswer('GET /api/global-tags', { query: { size: 100 } }, { enabled: draft.by === 'tags' })
  return (
    <>
      <Select
        label="Tables and files"
        value={draft.by}
        onChange={({ target }) => put({ by: target.value as RunDraft['by'] })}
        options={[
          ['all', 'all of the datastore'],
          [isExport ? 'ids' : 'names', 'those that I choose'],
          ['tags', 'those with a tag'],
          ...(!isExport && draft.ids.length > 0
            ? [['ids', `those chosen by id: ${count(draft.ids.length)}`] as const]
            : []),
        ]}
      />
      {!isExport && draft.by === 'names' && (
        <Chosen
          datastoreId={datastoreId}
          keyOf={({ name }) => name}
          chosen={draft.names}
          choose={(names) => put({ names })}
          problem={problems.get('container_names') ?? null}
        />
      )}
      {isExport && draft.by === 'ids' && (
        <Chosen
          datastoreId={datastoreId}
          keyOf={({ id }) => id}
          chosen={draft.ids}
          choose={(ids) => put({ ids })}
          problem={problems.get('container_ids') ?? null}
        />
      )}
      {draft.by === 'tags' && (
        <Choices
          title="With one of these tags"
          options={(tags.data?.items ?? []).map(({ name }) => [name, name] as const)}
          chosen={draft.tags}
          choose={(chosen) => put({ tags: chosen })}
          problem={problems.get('container_tags') ?? null}
        />
      )}
    </>
  )
}

/** Some of the tables and files, by what the run knows them. */
function Chosen<Key extends string | number>({
  datastoreId,
  keyOf,
  chosen,
  choose,
  problem,
}: {
  datastoreId: number
  keyOf: (container: ContainerStub) => Key
  chosen: readonly Key[]
  choose: (keys: Key[]) => void
  problem: string | null
}) {
  const [part, setPart] = useState('')
  const { data } = useAnswer('GET /api/containers/listing', { query: { datastore: datastoreId } })
  if (!data) return null
  const names = new Map(data.map((container) => [keyOf(container), container.name]))
  const fitting = [...names].filter(
    ([key, name]) => !chosen.includes(key) && name.toLowerCase().includes(part.toLowerCase()),
  )
  const kept = chosen.map((key) => [key, names.get(key) ?? String(key)] as const)
  const left = fitting.length - mostShown
  return (
    <>
      {data.length > 10 && (
        <TextField
          label="Names with"
          type="search"
          value={part}
          onChange={({ target }) => setPart(target.value)}
        />
      )}
      <Choices
        title="Of these"
        options={[...kept, ...fitting.slice(0, mostShown)]}
        chosen={chosen}
        choose={choose}
        problem={problem}
      />
      {left > 0 && <p className="muted">{count(left)} more; write a part of the name to find them.</p>}
    </>
  )
}
