import { Type, type Static } from 'typebox'
import { computedTypes } from './container.ts'
import { containerSettings } from './container-settings.ts'
import { described, Id, Name, optional } from './wire.ts'

const Sql = Type.String({ maxLength: 100_000 })

/** The members that say what a computed container is made of; which of them are needed depends on its type. */
export const computationMembers = {
  query: optional(
    Sql,
    'Of a computed table: one SELECT in the SQL of its datastore; a computed file has none',
  ),
  source_container_id: optional(
    Id,
    'Of a computed file: the container of files that it reads; a computed table has none',
  ),
  select_clause: optional(
    Sql,
    'Of a computed file: its columns, as they stand behind SELECT in the SQL of DuckDB; a computed table has none',
  ),
  where_clause: optional(Sql, 'Of a computed file: the condition for its rows; null: all'),
  group_by_clause: optional(
    Sql,
    'Of a computed file: what its rows are grouped by, as it stands behind GROUP BY; null: nothing',
  ),
}

/** A computed container to be made or tried. */
export const ComputedContainer = Type.Object(
  {
    container_type: described(Type.Enum(computedTypes), 'What kind of computed container it is'),
    name: described(Name, 'Its name, unlike that of any other container of its datastore'),
    datastore_id: optional(
      Id,
      'The datastore that it belongs to; may be left out where it reads another container',
    ),
    ...computationMembers,
    ...containerSettings,
  },
  { title: 'ComputedContainer', description: 'A container that is made of others by SQL' },
)
export type ComputedContainer = Static<typeof ComputedContainer>

/** The members of a computation alone. */
export type ComputationInput = Pick<ComputedContainer, keyof typeof computationMembers>
