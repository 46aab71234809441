import type { Context } from '../../access/context.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { VersionStamp } from '../../store/check-versions.ts'
import { isEqualActiveCheck } from '../../store/refusals.ts'
import { findEqualCheck } from '../../store/checks.ts'
import { definitionKey, type CheckContent } from './definition.ts'

/** The columns that hold a content. */
export function contentColumns(content: CheckContent) {
  const { tags: _tags, properties, additional_metadata, ...columns } = content
  return {
    ...columns,
    properties: JSON.stringify(properties),
    additional_metadata: additional_metadata === null ? null : JSON.stringify(additional_metadata),
    definition_key: definitionKey(content),
  }
}

/** What the caller writes into the version of this content. */
export const stampOf = ({ clock, principal }: Context, content: CheckContent): VersionStamp => ({
  clock,
  editor: principal.user_name,
  definition: content,
})

/** Runs a transaction and turns the refusal of a second Active check that tests the same into a 409 that names the first. */
export async function refusingEqual<Result>(
  context: Context,
  checks: readonly { container_id: number; content: CheckContent }[],
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!isEqualActiveCheck(error)) throw error
    for (const { container_id, content } of checks) {
      const equal = await findEqualCheck(context.store.database, container_id, definitionKey(content))
      if (!equal) continue
      throw new ServiceError(
        'conflict',
        `The ${equal.status} check ${equal.id} ("${equal.description}") tests the same already: the same rule, fields, properties and filter.`,
        { cause: error },
      )
    }
    throw new ServiceError('conflict', 'Another check tests the same already.', { cause: error })
  }
}
