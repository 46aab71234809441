import { useState } from 'react'
import type { Connection } from '../../api/api.generated.ts'
import { useChange } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Failure } from '../../kit/failure.tsx'
import { TextField } from '../../kit/fields.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRoleRefusal } from '../../shell/rights.ts'
import { changeOf, changeProblems, typedOf } from '../../sources/connection-change.ts'
import { Lines } from '../../sources/lines.tsx'
import { storeTypeOf } from '../../sources/store-types.ts'

/** Changes how a source is reached. */
export function ChangeConnection({ connection }: { connection: Connection }) {
  const [isOpen, setOpen] = useState(false)
  const refused = useRoleRefusal('Manager')
  const { name } = connection
  return (
    <>
      <Button refused={refused} aria-label={`Change ${name}`} onClick={() => setOpen(true)}>
        Change
      </Button>
      <Dialog title={`Change ${name}`} isOpen={isOpen} close={() => setOpen(false)}>
        <Form connection={connection} close={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Form({ connection, close }: { connection: Connection; close: () => void }) {
  const store = storeTypeOf(connection.type)
  const [typed, setTyped] = useState(() => typedOf(store, connection))
  const change = useChange('PUT /api/connections/{id}')
  const problems = changeProblems(change.error)
  const put = (member: string, value: string) => setTyped({ ...typed, [member]: value })
  const save = () =>
    change.mutate(
      { path: { id: connection.id }, body: changeOf(store, connection, typed) },
      {
        onSuccess({ name }) {
          close()
          tell(`${name} is changed.`)
        },
      },
    )
  const hasSecrets = store.connection.some(({ isSecret }) => isSecret)
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <TextField
        label="Name"
        required
        value={typed['name'] ?? ''}
        problem={problems.get('name') ?? null}
        onChange={({ target }) => put('name', target.value)}
      />
      <Lines
        lines={store.connection.map((line) =>
          line.isSecret ? { ...line, example: 'as it is', isRequired: false } : line,
        )}
        typed={typed}
        put={put}
        problems={problems}
      />
      {hasSecrets && (
        <p className="muted">
          Secrets are never shown; an empty field leaves its secret as it is. With another server they have to
          be given again.
        </p>
      )}
      {change.error && problems.size === 0 && <Failure error={change.error} />}
      <div className="row">
        <Button kind="primary" type="submit" disabled={change.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}
