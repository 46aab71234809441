import { CodeArea, Select } from '../../kit/fields.tsx'
import { kindOf, startedKinds } from '../../words/runs.ts'
import { PlaceForResults } from '../../sources/results-place.tsx'
import type { ActionFilling } from './actions-part.tsx'
import { readObject } from './draft.ts'
import { useDatastoreOptions } from './options.ts'

/** The run that an action starts. */
export function RunForm({ action: { run }, change, problemOf }: ActionFilling) {
  const put = (members: Partial<typeof run>) => change({ run: { ...run, ...members } })
  const { options, reading } = useDatastoreOptions(run.datastoreId === null ? [] : [run.datastoreId])
  const isUnread = run.rest.trim() !== '' && readObject(run.rest) === null
  return (
    <>
      <div className="filter-parts">
        <Select
          label="Kind of run"
          value={run.type}
          problem={problemOf('operation.type')}
          options={startedKinds.map((type) => [type, kindOf({ type })] as const)}
          onChange={({ target }) => put({ type: target.value })}
        />
        <Select
          label="Datastore"
          required
          value={run.datastoreId ?? ''}
          problem={problemOf('operation.datastore_id')}
          reading={reading}
          options={[['', 'choose …'], ...options.map(([id, name]) => [String(id), name] as const)]}
          onChange={({ target }) => put({ datastoreId: Number(target.value) || null })}
        />
      </div>
      <PlaceForResults {...run} />
      <CodeArea
        label="More settings of the run, as JSON (optional)"
        placeholder={'{"container_names": ["orders"]}'}
        value={run.rest}
        problem={isUnread ? 'This is no JSON object.' : problemOf('operation')}
        onChange={({ target }) => put({ rest: target.value })}
      />
    </>
  )
}
