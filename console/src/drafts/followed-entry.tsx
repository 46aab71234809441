import type { ReactNode } from 'react'
import { EntryForm } from '../kit/entry-form.tsx'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import type { FollowedForm } from './followed-form.ts'

/** The lines of a form that follows what it is about, below what it has to say of others who changed that. */
export function FollowedEntry<Draft extends object, Kept>({
  form,
  what,
  by,
  isMore = false,
  save,
  children,
}: {
  form: FollowedForm<Draft, Kept>
  /** What people call the thing that the form is about. */
  what: string
  /** Who changed that last, where it is known. */
  by?: string | null | undefined
  /** True: something is written beside the draft. */
  isMore?: boolean
  /** Keeps what is written; it is given what is kept so far, null where that is not known. */
  save: (kept: Kept | null) => void
  children: ReactNode
}) {
  return (
    <EntryForm
      className="stack"
      written={[form.draft, isMore]}
      kept={[form.base, false]}
      submit={() => form.save(save)}
    >
      <ChangedMeanwhile overtaken={form.overtaken} by={by} what={what} />
      {children}
    </EntryForm>
  )
}
