import { useState } from 'react'
import type { Container } from '../api/api.generated.ts'
import { useAnswer } from '../api/answers.ts'
import { Button } from '../kit/button.tsx'
import { Choices } from '../kit/choices.tsx'
import { Select, TextField } from '../kit/fields.tsx'
import { count } from '../words/numbers.ts'
import { useFoundContainers } from './found.ts'
import type { RunDraft } from './run-draft.ts'
import type { RunFilling } from './run-fields.tsx'

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

/** Some of the tables and files, by what the run knows them; those that are chosen stay in sight. */
function Chosen<Key extends string | number>({
  datastoreId,
  keyOf,
  chosen,
  choose,
  problem,
}: {
  datastoreId: number
  keyOf: (container: Container) => Key
  chosen: readonly Key[]
  choose: (keys: Key[]) => void
  problem: string | null
}) {
  const [part, setPart] = useState('')
  // Those that were chosen stand here also while the list is of others.
  const [names, keepNames] = useState<ReadonlyMap<Key, string>>(new Map())
  const { things: containers, total, more, error } = useFoundContainers(datastoreId, part)
  const found = containers.map((container) => [keyOf(container), container.name] as const)
  const known = new Map([...names, ...found])
  const left = (total ?? 0) - containers.length
  return (
    <>
      {(left > 0 || containers.length > 10 || part !== '') && (
        <TextField
          label="Names with"
          type="search"
          value={part}
          onChange={({ target }) => setPart(target.value)}
        />
      )}
      <Choices
        title="Of these"
        options={[
          ...chosen.map((key) => [key, known.get(key) ?? <NameOf container={key} />] as const),
          ...found.filter(([key]) => !chosen.includes(key)),
        ]}
        chosen={chosen}
        choose={(keys) => {
          keepNames(known)
          choose(keys)
        }}
        problem={problem ?? error?.message ?? null}
      />
      {left > 0 && (
        <div className="row">
          <Button onClick={more}>Show more</Button>
          <span className="muted">{count(left)} left; a part of the name finds them too.</span>
        </div>
      )}
    </>
  )
}

/** What a container is called that was chosen before, and is not in the list that is shown. */
function NameOf({ container }: { container: string | number }) {
  const isId = typeof container === 'number'
  const { data } = useAnswer(
    'GET /api/containers/{id}',
    { path: { id: isId ? container : 0 } },
    { enabled: isId },
  )
  return data?.name ?? container
}
