import type { Field } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Select } from '../../kit/fields.tsx'
import { ContainerChooser } from '../../sources/container-chooser.tsx'
import type { Draft } from './draft.ts'

type Put = (change: Partial<Draft>) => void

/** What the check is about: the datastore, and its table or file. */
export function PlaceChoice({ draft, put }: { draft: Draft; put: Put }) {
  const datastores = useAnswer('GET /api/datastores/listing', {}).data ?? []
  const none = ['', 'choose …'] as const
  return (
    <div className="pair">
      <Select
        label="Datastore"
        value={draft.datastoreId ?? ''}
        onChange={({ target }) =>
          put({ datastoreId: Number(target.value) || null, containerId: null, fields: [] })
        }
        options={[none, ...datastores.map(({ id, name }) => [String(id), name] as const)]}
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
export function FieldChoice({ draft, fields, put }: { draft: Draft; fields: readonly Field[]; put: Put }) {
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
