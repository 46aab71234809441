import type { FieldStatus, GivenJoinType } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Select, TextField } from '../../kit/fields.tsx'
import { DatastoreChooser } from '../../sources/datastore-chooser.tsx'
import { ContainerChooser } from '../../sources/container-chooser.tsx'
import type { ComputedFilling, Side } from './computed-draft.ts'

const joinTypes: readonly (readonly [GivenJoinType, string])[] = [
  ['inner', 'rows that meet'],
  ['left', 'rows that meet, and the others of the left'],
  ['right', 'rows that meet, and the others of the right'],
  ['outer', 'all rows of both'],
  ['left_semi', 'rows of the left that meet some'],
  ['left_anti', 'rows of the left that meet none'],
]

/** The two sides of a join, and which rows it shows. */
export function JoinFields(filling: ComputedFilling) {
  const { draft, put, problems } = filling
  return (
    <>
      <SideFields {...filling} side="left" />
      <SideFields {...filling} side="right" />
      <Select
        label="It shows"
        value={draft.joinType}
        problem={problems.get('join_type') ?? null}
        onChange={({ target }) => put({ joinType: target.value as GivenJoinType })}
        options={joinTypes}
      />
    </>
  )
}

/** Fields by which rows can meet. */
const present: FieldStatus[] = ['active', 'masked']

/** A side: what it reads, the field by which its rows meet, and what stands before the names of its columns. The left one is of the datastore itself. */
function SideFields({ draft, put, problems, side }: ComputedFilling & { side: 'left' | 'right' }) {
  const { datastore, container, field, prefix } = draft[side]
  const write = (part: Partial<Side>) => put({ [side]: { ...draft[side], ...part } })
  const fields = useAnswer(
    'GET /api/containers/{id}/fields',
    { path: { id: Number(container) }, query: { status: present } },
    { enabled: container !== '' },
  )
  return (
    <fieldset className="stack side">
      <legend>{side === 'left' ? 'Left side' : 'Right side'}</legend>
      {side === 'right' && (
        <DatastoreChooser
          label="Datastore of the right side"
          datastoreId={Number(datastore) || null}
          choose={(id) => write({ datastore: String(id ?? ''), container: '', field: '' })}
        />
      )}
      <ContainerChooser
        label={`Table or file of the ${side} side`}
        datastoreId={Number(datastore)}
        containerId={Number(container) || null}
        problem={problems.get(`${side}_container_id`) ?? null}
        choose={(id) => write({ container: String(id ?? ''), field: '' })}
      />
      <Select
        label={`Field of the ${side} side by which rows meet`}
        value={field}
        problem={problems.get(`${side}_join_field_name`) ?? null}
        onChange={({ target }) => write({ field: target.value })}
        reading={fields}
        options={[['', 'choose …'], ...(fields.data ?? []).map(({ name }) => [name, name] as const)]}
      />
      <TextField
        label={`Before the names of its columns, with an underscore (empty: ${side})`}
        value={prefix}
        problem={problems.get(`${side}_prefix`) ?? null}
        onChange={({ target }) => write({ prefix: target.value })}
      />
    </fieldset>
  )
}
