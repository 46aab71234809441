import { useState } from 'react'
import { useChange } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { EntryForm } from '../../kit/entry-form.tsx'
import { Failure } from '../../kit/failure.tsx'
import { TextField } from '../../kit/fields.tsx'
import '../../kit/filters.css'
import { tell } from '../../kit/toasts.tsx'
import { useRoleRefusal } from '../../shell/rights.ts'
import { membersOf, TagFields, type TagDraft } from './tag-fields.tsx'

const empty: TagDraft = { weight: '0', category: '', description: '', color: '' }

/** Makes a tag. */
export function NewTag() {
  const [name, setName] = useState('')
  const [draft, setDraft] = useState(empty)
  const refused = useRoleRefusal('Manager')
  const change = useChange('POST /api/global-tags')
  const save = () =>
    change.mutate(
      {
        body: { name: name.trim(), ...membersOf(draft) },
      },
      {
        onSuccess({ name: made }) {
          tell(`${made} is a tag now.`)
          setName('')
          setDraft(empty)
        },
      },
    )
  return (
    <section className="stack" aria-label="New tag">
      <h2>New tag</h2>
      <EntryForm className="row filters" written={{ name, draft }} submit={save}>
        <TextField label="Name of the tag" value={name} onChange={({ target }) => setName(target.value)} />
        <TagFields draft={draft} put={(members) => setDraft({ ...draft, ...members })} />
        <Button kind="primary" type="submit" refused={refused} disabled={change.isPending}>
          Make the tag
        </Button>
      </EntryForm>
      {change.error && <Failure error={change.error} />}
    </section>
  )
}
