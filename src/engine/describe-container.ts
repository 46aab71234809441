import type { DiscoveredContainer, HeldSession } from '../connectors/connector.ts'
import { readable, sourceWords } from '../connectors/readable.ts'
import { RunFailure } from '../kernel/errors.ts'
import type { Computation, ContainerReference } from '../model/container.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { Relation } from '../sql/ast.ts'
import { column, select } from '../sql/build.ts'
import { printSelect, printWritten } from '../sql/print.ts'
import { refuseUnfitColumns } from './computed-columns.ts'
import { findComputed } from './computed-fields.ts'
import { isOfWrittenSql } from './refusal.ts'
import { allRows, baseRows, queryOf, withoutComputed, withoutExcluded } from './relation.ts'
import { rowless } from './rowless-session.ts'

/**
 * The container as it stands now, computed or not, without its excluded fields. Throws RunFailure with a sentence. `known` are the
 * fields of the last sync, excluded ones too: text files keep those types.
 */
export async function describeContainer(
  session: HeldSession,
  container: ContainerReference,
  known: readonly DiscoveredField[] = [],
): Promise<Pick<DiscoveredContainer, 'fields' | 'partitions' | 'remarks'>> {
  const { computed_fields = [] } = container
  const all = await describeBase(session, container, withoutComputed(container, known))
  const described = { ...all, fields: withoutExcluded(container, all.fields) }
  if (computed_fields.length === 0) return described
  const base = withoutComputed(container, described.fields)
  const rows = rowless(session)
  const from = baseRows(rows, container, base, 'all')
  const found = await findComputed(rows, from, base, computed_fields)
  const remarks = [...(described.remarks ?? []), ...found.remarks]
  return { ...described, fields: [...base, ...found.fields], remarks }
}

async function describeBase(
  session: HeldSession,
  container: ContainerReference,
  known: readonly DiscoveredField[],
): ReturnType<typeof describeContainer> {
  const { name, computation } = container
  if (!computation) return session.describe(container, known)
  const fields = await computedColumns(session, computation)
  return { fields, partitions: [{ name, size_bytes: null, last_modified: null }] }
}

/** The fields of a query that a container is made of. Throws RunFailure with why it cannot be one, and Aborted. */
export async function computedColumns(
  held: HeldSession,
  computation: Computation,
): Promise<DiscoveredField[]> {
  const session = rowless(held)
  try {
    const fields = await session.fieldsOf(printWritten(queryOf(session, computation), session.dialect))
    refuseUnfitColumns(fields)
    return fields
  } catch (error) {
    if (!isOfWrittenSql(error)) throw error
    throw new RunFailure(`Its query is refused: ${sourceWords(error).replace(/\.?$/, '.')}`, { cause: error })
  }
}

/** Reads the first row of a query, which shows whether it can be computed at all. Throws StatementRefused, RunFailure or Aborted. */
export async function tryFirstRow(
  held: HeldSession,
  computation: Computation,
  fields: readonly DiscoveredField[],
): Promise<void> {
  const session = readable(held)
  const from: Relation = {
    kind: 'written',
    query: queryOf(session, computation),
    columns: fields.map(({ name }) => name),
  }
  await session.query(printSelect(select({ items: 'all', from, limit: 1 }), session.dialect))
}

/** Reads the first value of one field of a container that has these fields. Throws as `tryFirstRow` does. */
export async function tryFirstValue(
  held: HeldSession,
  container: ContainerReference,
  fields: readonly DiscoveredField[],
  field: DiscoveredField,
): Promise<void> {
  const session = readable(held)
  const from = allRows(session, container, fields)
  const items = [{ expression: column(field), alias: field.name }]
  await session.query(printSelect(select({ items, from, limit: 1 }), session.dialect))
}
