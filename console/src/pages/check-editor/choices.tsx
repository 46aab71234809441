import type { Field } from '../../api/api.generated.ts'
import { DatastoreChooser } from '../../sources/datastore-chooser.tsx'
import { NotRead, type Reading } from '../../kit/not-read.tsx'
import { ContainerChooser } from '../../sources/container-chooser.tsx'
import type { Draft } from './draft.ts'

type Put = (change: Partial<Draft>) => void

/** What the check is about: the datastore, and its table or file. */
export function PlaceChoice({ draft, put }: { draft: Draft; put: Put }) {
  return (
    <div className="pair">
      <DatastoreChooser
        label="Datastore"
        datastoreId={draft.datastoreId}
        choose={(datastoreId) => put({ datastoreId, containerId: null, fields: [] })}
      />
      <ContainerChooser
        label="Table or file"
        datastoreId={draft.datastoreId}
        containerId={draft.containerId}
        choose={(containerId) => put({ containerId, fields: [] })}
      />
    </div>
  )
}

/** The fields that the rule is about. */
export function FieldChoice({
  draft,
  fields,
  reading,
  put,
}: {
  draft: Draft
  fields: readonly Field[]
  reading: Reading
  put: Put
}) {
  if (draft.containerId === null) return null
  const toggle = (name: string) =>
    put({
      fields: draft.fields.includes(name)
        ? draft.fields.filter((one) => one !== name)
        : [...draft.fields, name],
    })
  return (
    <fieldset className="choices">
      <legend>Fields ({draft.fields.length === 0 ? 'none chosen' : draft.fields.join(', ')})</legend>
      <NotRead of={reading} />
      <div className="choice-list">
        {fields.map(({ id, name, type }) => (
          <label key={id} className="choice">
            <input type="checkbox" checked={draft.fields.includes(name)} onChange={() => toggle(name)} />
            <span className="cut">{name}</span> <span className="muted">{type}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
