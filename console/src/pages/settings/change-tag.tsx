import { useState } from 'react'
import type { GlobalTag } from '../../api/api.generated.ts'
import { useChange } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { EntryForm } from '../../kit/entry-form.tsx'
import { Failure } from '../../kit/failure.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRoleRefusal } from '../../shell/rights.ts'
import { membersOf, TagFields } from './tag-fields.tsx'

/** Changes a tag in place: everything that carries it keeps it. */
export function ChangeTag({ tag }: { tag: GlobalTag }) {
  const refused = useRoleRefusal('Manager')
  return (
    <Sheet words="Change" label={`Change ${tag.name}`} title={`Change ${tag.name}`} refused={refused}>
      {(close) => <Form tag={tag} close={close} />}
    </Sheet>
  )
}

function Form({ tag, close }: { tag: GlobalTag; close: () => void }) {
  const [draft, setDraft] = useState({
    weight: String(tag.weight_modifier),
    category: tag.category ?? '',
    description: tag.description ?? '',
    color: tag.color ?? '',
  })
  const change = useChange('PUT /api/global-tags/{name}')
  const save = () =>
    change.mutate(
      { path: { name: tag.name }, body: membersOf(draft) },
      {
        onSuccess() {
          close()
          tell(`${tag.name} is changed.`)
        },
      },
    )
  return (
    <EntryForm className="stack" written={draft} submit={save}>
      <p>What carries the tag keeps it; the weights of that follow.</p>
      <div className="row filters">
        <TagFields draft={draft} put={(members) => setDraft({ ...draft, ...members })} />
      </div>
      {change.error && <Failure error={change.error} />}
      <div className="row">
        <Button kind="primary" type="submit" disabled={change.isPending}>
          Save
        </Button>
      </div>
    </EntryForm>
  )
}
