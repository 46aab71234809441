import { useState } from 'react'
import { useChange } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Select, TextField } from '../../kit/fields.tsx'
import '../../kit/filters.css'
import { tell } from '../../kit/toasts.tsx'
import { useRoleRefusal } from '../../shell/rights.ts'

type Draft = Record<'name' | 'weight' | 'category' | 'description', string>
const empty: Draft = { name: '', weight: '0', category: '', description: '' }
/** What a tag may add, as the API has it. */
const weights = Array.from({ length: 21 }, (_, place) => 10 - place)

/** Makes a tag. */
export function NewTag() {
  const [draft, setDraft] = useState(empty)
  const refused = useRoleRefusal('Manager')
  const change = useChange('POST /api/global-tags')
  const put = (members: Partial<Draft>) => setDraft({ ...draft, ...members })
  const save = () =>
    change.mutate(
      {
        body: {
          name: draft.name.trim(),
          weight_modifier: Number(draft.weight),
          category: draft.category.trim() || null,
          description: draft.description.trim() || null,
        },
      },
      {
        onSuccess({ name }) {
          tell(`${name} is a tag now.`)
          setDraft(empty)
        },
      },
    )
  return (
    <section className="stack" aria-label="New tag">
      <h2>New tag</h2>
      <form
        className="row filters"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Fields draft={draft} put={put} />
        <Button kind="primary" type="submit" refused={refused} disabled={change.isPending}>
          Make the tag
        </Button>
      </form>
      {change.error && <Failure error={change.error} />}
    </section>
  )
}

function Fields({ draft, put }: { draft: Draft; put: (members: Partial<Draft>) => void }) {
  const line = (label: string, member: keyof Draft) => (
    <TextField
      label={label}
      value={draft[member]}
      onChange={({ target }) => put({ [member]: target.value })}
    />
  )
  return (
    <>
      {line('Name of the tag', 'name')}
      <Select
        label="Adds to the weight"
        value={draft.weight}
        options={weights.map((one) => [String(one), one > 0 ? `+${one}` : String(one)] as const)}
        onChange={({ target }) => put({ weight: target.value })}
      />
      {line('Category', 'category')}
      {line('Meaning', 'description')}
    </>
  )
}
