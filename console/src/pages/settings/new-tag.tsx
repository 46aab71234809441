import { useState } from 'react'
import { useChange } from '../../api/answers.ts'
import { problemsAt } from '../../api/problems.ts'
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
  const { problems, isTold } = problemsAt(change.error, ['name', 'category', 'description', 'color'])
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
        <TextField
          label="Name of the tag"
          required
          value={name}
          problem={problems.get('name') ?? null}
          onChange={({ target }) => {
            setName(target.value)
            change.reset()
          }}
        />
        <TagFields
          draft={draft}
          problems={problems}
          put={(members) => {
            setDraft({ ...draft, ...members })
            change.reset()
          }}
        />
        <Button kind="primary" type="submit" refused={refused} disabled={change.isPending}>
          Make the tag
        </Button>
      </EntryForm>
      {change.error && !isTold && <Failure error={change.error} />}
    </section>
  )
}
