import { useState } from 'react'
import type { Connection } from '../../api/api.generated.ts'
import { useChange } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { EntryForm } from '../../kit/entry-form.tsx'
import { TextField } from '../../kit/fields.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRoleRefusal } from '../../shell/rights.ts'

/** How many sessions may be open at once; a Manager changes it here, and an empty field leaves it to the service. */
export function Places({ connection: { id, name, max_parallelization } }: { connection: Connection }) {
  const kept = String(max_parallelization ?? '')
  const [text, setText] = useState(kept)
  const [before, setBefore] = useState(kept)
  // When the number changes elsewhere, the line begins anew with it.
  if (kept !== before) {
    setBefore(kept)
    setText(kept)
  }
  const refused = useRoleRefusal('Manager')
  const change = useChange('PUT /api/connections/{id}')
  if (refused !== null) return <span title={refused}>{kept || 'as the service has it'}</span>
  const save = () =>
    change.mutate(
      { path: { id }, body: { max_parallelization: text.trim() === '' ? null : Number(text) } },
      {
        onSuccess: ({ max_parallelization: now }) =>
          tell(`${name} has ${now === null ? 'as many places as the service' : `${now} places`} now.`),
      },
    )
  return (
    <EntryForm className="row places" written={[text.trim()]} kept={[kept]} submit={save}>
      <TextField
        label=""
        aria-label={`Places of ${name}`}
        inputMode="numeric"
        placeholder="default"
        value={text}
        problem={change.error?.message ?? null}
        onChange={({ target }) => setText(target.value)}
      />
      {text.trim() !== kept && (
        <Button type="submit" aria-label={`Save the places of ${name}`} disabled={change.isPending}>
          Save
        </Button>
      )}
    </EntryForm>
  )
}
