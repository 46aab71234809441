import { useState } from 'react'
import { useChange } from '../../api/answers.ts'
import { problemsAt } from '../../api/problems.ts'
import { Button } from '../../kit/button.tsx'
import { EntryForm } from '../../kit/entry-form.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Select, TextField } from '../../kit/fields.tsx'
import '../../kit/filters.css'
import './tokens.css'

const lives = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'a year'],
  ['', 'without end'],
] as const

/** Makes a token for the person; `told` gets what authenticates. */
export function NewToken({ told }: { told: (secret: string) => void }) {
  const [name, setName] = useState('')
  const [days, setDays] = useState<string>('90')
  const change = useChange('POST /api/user-tokens')
  const { problems, isTold } = problemsAt(change.error, ['name'])
  const make = () =>
    change.mutate(
      { body: { name: name.trim(), expires_in_days: days === '' ? null : Number(days) } },
      {
        onSuccess({ bearer_token }) {
          told(bearer_token)
          setName('')
        },
      },
    )
  return (
    <section className="stack" aria-label="New token">
      <EntryForm className="row filters" written={{ name }} submit={make}>
        <TextField
          label="Name of the token"
          required
          value={name}
          problem={problems.get('name') ?? null}
          onChange={({ target }) => {
            setName(target.value)
            change.reset()
          }}
        />
        <Select
          label="Counts for"
          value={days}
          options={lives}
          onChange={({ target }) => setDays(target.value)}
        />
        <Button kind="primary" type="submit" disabled={change.isPending}>
          Make a token
        </Button>
      </EntryForm>
      {change.error && !isTold && <Failure error={change.error} />}
    </section>
  )
}
