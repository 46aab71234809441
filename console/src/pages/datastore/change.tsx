import type { Datastore, DatastoreChange } from '../../api/api.generated.ts'
import { useChange } from '../../api/answers.ts'
import { problemsOf } from '../../api/problems.ts'
import { FollowedEntry } from '../../drafts/followed-entry.tsx'
import { useFollowedForm } from '../../drafts/followed-form.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { TextArea, TextField } from '../../kit/fields.tsx'
import { tell } from '../../kit/toasts.tsx'
import { SaveFoot } from '../../kit/save-foot.tsx'
import { useRefusal, useRoleRefusal } from '../../shell/rights.ts'
import { Lines } from '../../sources/lines.tsx'
import type { Typed } from '../../sources/request.ts'
import { storeTypeOf } from '../../sources/store-types.ts'

/** Lines that hold whole numbers. */
const limits = [
  ['enrichment_source_record_limit', 'Failing rows that an anomaly keeps'],
  ['high_count_rollup_threshold', 'Failing rows of a check from which on one anomaly has them all'],
] as const

/** Changes how a datastore is called, where it is (Managers), and what is kept of what is found in it. */
export function ChangeDatastore({ datastore }: { datastore: Datastore }) {
  const refused = useRefusal(datastore.id, 'Editor')
  return (
    <Sheet words="Change the datastore" title={`Change ${datastore.name}`} refused={refused}>
      {(close) => <Form datastore={datastore} close={close} />}
    </Sheet>
  )
}

function Form({ datastore, close }: { datastore: Datastore; close: () => void }) {
  const notManager = useRoleRefusal('Manager')
  const { place } = storeTypeOf(datastore.type)
  const form = useFollowedForm({
    name: 'GET /api/datastores/{id}',
    given: { path: { id: datastore.id } },
    known: datastore,
    draftOf: typedOf,
  })
  const { draft: typed, base } = form
  const change = useChange('PUT /api/datastores/{id}')
  const problems = problemsOf(change.error)
  const put = (member: string, value: string) => {
    form.put({ [member]: value })
    // What was found wrong was about what stood there before.
    change.reset()
  }
  const save = () =>
    change.mutate(
      { path: { id: datastore.id }, body: changeOf(base, typed) },
      {
        onSuccess({ name }) {
          close()
          tell(`${name} is changed.`)
        },
      },
    )
  const line = (member: string, label: string) => ({
    label,
    value: typed[member] ?? '',
    problem: problems.get(member) ?? null,
  })
  return (
    <FollowedEntry form={form} what="datastore" save={save}>
      <TextField {...line('name', 'Name')} required onChange={({ target }) => put('name', target.value)} />
      <TextArea
        {...line('description', 'Description (optional)')}
        onChange={({ target }) => put('description', target.value)}
      />
      {notManager === null && <Lines lines={place} typed={typed} put={put} problems={problems} />}
      {limits.map(([member, label]) => (
        <TextField
          key={member}
          {...line(member, label)}
          type="number"
          min={0}
          required
          onChange={({ target }) => put(member, target.value)}
        />
      ))}
      <SaveFoot change={change} isTold={problems.size > 0} />
    </FollowedEntry>
  )
}

/** The lines of the form, as they are kept. */
const typedOf = (datastore: Datastore): Typed =>
  Object.fromEntries(
    (
      ['name', 'description', 'database', 'schema', 'root_path', ...limits.map(([member]) => member)] as const
    ).map((member) => [member, String(datastore[member] ?? '')]),
  )

/** The members that say something else than before: the place may be changed by Managers alone, also by what it was. */
function changeOf(before: Typed, typed: Typed): DatastoreChange {
  const isLimit = (member: string) => limits.some(([limit]) => limit === member)
  return Object.fromEntries(
    Object.entries(typed).flatMap(([member, text]) => {
      if (text === before[member]) return []
      return [[member, isLimit(member) ? Number(text) : text.trim() || null]]
    }),
  )
}
