import type { Queryable } from './pool.ts'

/** Keeps what people say of a container; absent members stay. */
export async function describeStored(
  transaction: Queryable,
  containerId: number,
  said: {
    description?: string | null | undefined
    additional_metadata?: Record<string, unknown> | null | undefined
  },
): Promise<void> {
  const { description, additional_metadata: metadata } = said
  const columns = {
    ...(description !== undefined && { description }),
    ...(metadata !== undefined && { additional_metadata: metadata && JSON.stringify(metadata) }),
  }
  if (Object.keys(columns).length === 0) return
  await transaction.updateTable('containers').set(columns).where('id', '=', containerId).execute()
}
