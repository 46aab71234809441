import type { StatementNote } from '../model/container-scan-record.ts'
import { withoutNumbers } from '../sql/shown-statement.ts'
import type { Policy } from './policy.ts'

/** A statement as everybody may read it: its numbers may be values of a field that was masked since it was sent. */
export function shownNote<Note extends StatementNote>(note: Note, policy: Policy): Note {
  return policy.hidesNothing ? note : { ...note, sql: withoutNumbers(note.sql) }
}
