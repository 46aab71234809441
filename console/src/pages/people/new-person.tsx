import { useState } from 'react'
import type { User } from '../../api/api.generated.ts'
import { useChange } from '../../api/answers.ts'
import { problemsAt } from '../../api/problems.ts'
import { Button } from '../../kit/button.tsx'
import { EntryForm } from '../../kit/entry-form.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Select, TextField } from '../../kit/fields.tsx'
import '../../kit/filters.css'
import { tell } from '../../kit/toasts.tsx'
import { roleChoices } from '../../people/roles.ts'
import { useRoleRefusal } from '../../shell/rights.ts'

const nobody = { user_name: '', name: '', email: '', role: 'Member', user_type: 'Human' } as const
type Draft = Record<'user_name' | 'name' | 'email', string> & Pick<User, 'role' | 'user_type'>

/** Makes a user for a person or a program. */
export function NewPerson() {
  const [draft, setDraft] = useState<Draft>(nobody)
  const refused = useRoleRefusal('Admin')
  const change = useChange('POST /api/users')
  const { problems, isTold } = problemsAt(change.error, ['user_name', 'name', 'email'])
  const put = (members: Partial<Draft>) => {
    setDraft({ ...draft, ...members })
    // What was found wrong was about what stood there before.
    change.reset()
  }
  const save = () =>
    change.mutate(
      { body: { ...draft, name: draft.name.trim() || null, email: draft.email.trim() || null } },
      {
        onSuccess({ user_name }) {
          tell(`${user_name} is a user now.`)
          setDraft(nobody)
        },
      },
    )
  return (
    <section id="new-user" className="stack" aria-label="New user">
      <h2>New user</h2>
      <EntryForm className="row filters" written={draft} submit={save}>
        <Fields draft={draft} put={put} problems={problems} />
        <Button kind="primary" type="submit" refused={refused} disabled={change.isPending}>
          Make the user
        </Button>
      </EntryForm>
      {change.error && !isTold && <Failure error={change.error} />}
    </section>
  )
}

function Fields({
  draft,
  put,
  problems,
}: {
  draft: Draft
  put: (members: Partial<Draft>) => void
  problems: ReadonlyMap<string, string>
}) {
  const line = (label: string, member: 'user_name' | 'name' | 'email') => (
    <TextField
      label={label}
      required={member === 'user_name'}
      value={draft[member]}
      problem={problems.get(member) ?? null}
      onChange={({ target }) => put({ [member]: target.value })}
    />
  )
  return (
    <>
      {line('Signs in as', 'user_name')}
      {line('Name', 'name')}
      {line('E-mail', 'email')}
      <Select
        label="Role"
        value={draft.role}
        options={roleChoices}
        onChange={({ target }) =>
          put({ role: roleChoices.find(([one]) => one === target.value)?.[0] ?? draft.role })
        }
      />
      <Select
        label="Kind"
        value={draft.user_type}
        options={[
          ['Human', 'person'],
          ['Service', 'program'],
        ]}
        onChange={({ target }) => put({ user_type: target.value === 'Service' ? 'Service' : 'Human' })}
      />
    </>
  )
}
