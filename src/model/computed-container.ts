import { Type, type Static } from 'typebox'
import { computedTypes, joinTypes } from './container.ts'
import { containerSettings } from './container-settings.ts'
import { described, Id, Name, optional, SourceName } from './wire.ts'

/** Full is another word for outer. */
export const givenJoinTypes = [...joinTypes, 'full'] as const

const Prefix = Type.String({
  minLength: 1,
  maxLength: 50,
  pattern: '^[A-Za-z][A-Za-z0-9_]*$',
  description: 'Letters, digits and underscores, with a letter first',
})

const Sql = Type.String({ maxLength: 100_000 })

/** The members that say what a computed container is made of; which of them are needed depends on its type. */
export const computationMembers = {
  query: optional(Sql, 'Of a computed table: one SELECT in the SQL of its datastore; the others have none'),
  source_container_id: optional(
    Id,
    'Of a computed file: the container of files that it reads; the others have none',
  ),
  select_clause: optional(
    Sql,
    'Of a computed file or join: its columns, as they stand behind SELECT, in the SQL of DuckDB, or of the one datastore of both sides of a join; a computed table has none',
  ),
  where_clause: optional(Sql, 'Of a computed file or join: the condition for its rows; null: all'),
  group_by_clause: optional(
    Sql,
    'Of a computed file or join: what its rows are grouped by, as it stands behind GROUP BY; null: nothing',
  ),
  left_container_id: optional(
    Id,
    'Of a computed join: the container on its left; it belongs to the datastore of that',
  ),
  right_container_id: optional(Id, 'Of a computed join: the container on its right, of any datastore'),
  left_join_field_name: optional(
    SourceName,
    'Of a computed join: the field of the left container by which rows meet',
  ),
  right_join_field_name: optional(
    SourceName,
    'Of a computed join: the field of the right container by which rows meet',
  ),
  join_type: optional(
    Type.Enum(givenJoinTypes),
    'Of a computed join: which rows it shows; full is outer; default inner',
  ),
  left_prefix: optional(
    Prefix,
    'Of a computed join: stands before the names of the left columns, with an underscore; default left',
  ),
  right_prefix: optional(
    Prefix,
    'Of a computed join: stands before the names of the right columns, with an underscore; default right',
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
