import { isDeepStrictEqual } from 'node:util'
import { invalidMember } from '../../kernel/errors.ts'
import type { ContainerRow } from '../../store/containers.ts'
import { fieldsInState } from '../../store/fields.ts'
import type { Queryable } from '../../store/pool.ts'

/** Refuses with 422 groupings by a field that is not there, that is masked (a group is named by its values), or that is named twice. */
export async function requireGroupings(
  database: Queryable,
  row: ContainerRow,
  groupings: readonly (readonly string[])[],
): Promise<void> {
  // Clients send back what they read, even when a field has gone since.
  if (groupings.length === 0 || isDeepStrictEqual(groupings, row.group_by_fields)) return
  const fields = await fieldsInState(database, row.id, ['active', 'masked'])
  const statuses = new Map(fields.map(({ name, status }) => [name, status]))
  for (const grouping of groupings) {
    if (new Set(grouping).size < grouping.length)
      throw invalidMember('group_by_fields', 'A field is named twice in a grouping; name each once.')
    for (const name of grouping) {
      const status = statuses.get(name)
      if (status === undefined)
        throw invalidMember('group_by_fields', `"${row.name}" has no field called "${name}".`)
      if (status === 'masked')
        throw invalidMember(
          'group_by_fields',
          `"${name}" is masked, and groups would show its values; unmask it or choose another field.`,
        )
    }
  }
}
