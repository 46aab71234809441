import { cellToNumber, recordText, type Cell } from '../../kernel/cell.ts'
import { RunFailure } from '../../kernel/errors.ts'
import type { Session } from '../../connectors/connector.ts'
import { Staging } from '../../connectors/duckdb/staging.ts'
import type { EntityRule, EntityTerms, Judgement } from '../../rules/rule.ts'
import { column, count, select } from '../../sql/build.ts'
import { printSelect } from '../../sql/print.ts'
import type { PreparedCheck } from '../check.ts'
import {
  badStatement,
  entityStatement,
  pairsStatement,
  pairsToCompare,
  scoredColumns,
  type ScoredField,
} from '../entity-statements.ts'
import { heldWhereFew, noRecords, sourceRecordOf, type SourceRecord } from '../finding.ts'
import { rowHash } from '../fingerprint.ts'
import { keyCell, keyText, keyKind } from '../key-text.ts'
import type { ContainerPlan } from '../container-plan.ts'
import { allRows } from '../relation.ts'
import { singleByteText, normalizedText, phoneticKey } from '../text-normalization.ts'
import { filterOnly, type ContainerFamily } from './family.ts'

/** Rows that look like one entity, and the values that it has. */
export const entity: ContainerFamily<EntityRule> = {
  judges: 'container',
  reads_rows: true,
  measures: () => ({}),
  about: () => 'rows',
  judge: ({ session, plan }, prepared) => judgeEntities(session, prepared, plan),
  tries: filterOnly,
  category: () => 'data_integrity',
  own_columns: () => ({ before: [], after: [{ name: entityColumn, type: 'Integral' }] }),
  keeps_measurements: false,
  blamed(_rule, { properties }) {
    const name = properties['distinct_field_name']
    return typeof name === 'string' ? [name] : null
  },
  tells: 'values',
}

/** Most pairs of variants that a check compares; beyond it says how to have fewer. */
const mostPairs = 50_000_000

/** The column of a source record that says which rows are one entity; numbers count from 1 within the anomaly. */
const entityColumn = '_qualytics_entity_id'

/**
 * Finds the entities that carry more than one value of the distinction field. Different rows come from the source once;
 * they are compared pair by pair, within a block of equal exact fields, in the staging area, and pairs are joined to
 * clusters here. Many records are read from the staging area when they are stored, and it stays open until they were.
 */
async function judgeEntities(
  session: Session,
  prepared: PreparedCheck<EntityRule>,
  { request, observed }: ContainerPlan,
): Promise<{ judgement: Judgement; records: AsyncIterable<SourceRecord[]> }> {
  const { rule, input } = prepared
  const terms = rule.terms(input)
  const scored = terms.fields.filter(isScored)
  const staging = await Staging.open(request.staging)
  try {
    const from = allRows(session, request.container, observed)
    const keys = [...terms.fields.map(({ field }) => field), terms.distinct]
    const items = keys.map((field, index) => ({ expression: column(field), alias: `f${index}` }))
    const statement = select({
      items: [...items, { expression: count('rows'), alias: 'n' }],
      from,
      ...(prepared.filter && { where: prepared.filter }),
      group_by: [...new Map(keys.map((field) => [field.name, column(field)])).values()],
    })
    const columns = ['entity', 'block', ...scored.flatMap((_, index) => scoredColumns(index))]
    const rows = session.stream(printSelect(statement, session.dialect))
    await staging.load('member', [...columns, 'v', 'n', 'shown'], members(rows, terms))
    await cluster(staging, scored, terms.threshold)
    const [[entities = 0, rowsOfThem = 0] = []] = await staging.run(
      'select count(distinct id), coalesce(sum(n), 0) from bad',
    )
    const judgement = rule.judge(
      { entities: cellToNumber(entities), records: cellToNumber(rowsOfThem) },
      input,
    )
    if (!judgement.failed) {
      staging.close()
      return { judgement, records: noRecords() }
    }
    await staging.run(
      `create table records as select id, shown from bad order by id, shown limit ${request.source_record_limit}`,
    )
    for (const table of ['bad', 'cluster', 'pair', 'entity', 'member'])
      await staging.run(`drop table ${table}`)
    const records = entityRecords(staging, terms)
    return { judgement, records: await heldWhereFew(records) }
  } catch (error) {
    staging.close()
    throw error
  }
}

const isScored = (field: EntityTerms['fields'][number]): field is ScoredField => field.match.of !== 'exact'

/** The rows that take part, as `member` holds them; a NULL in an exact field keeps a row out. */
async function* members(
  batches: AsyncIterable<{ rows: Cell[][] }>,
  terms: EntityTerms,
): AsyncGenerator<(string | null)[][]> {
  const kinds = [...terms.fields.map(({ field }) => keyKind(field)), keyKind(terms.distinct)]
  for await (const { rows } of batches) {
    yield rows.flatMap((cells) => {
      const keys = cells.slice(0, -1).map((cell, index) => keyText(cell, kinds[index] ?? 'other'))
      const exact = keys.filter((_, index) => terms.fields[index]?.match.of === 'exact')
      if (exact.includes(null)) return []
      const block = JSON.stringify(exact)
      const forms = terms.fields.flatMap((field, index) =>
        isScored(field) ? comparedForms(field, keys[index] ?? null) : [],
      )
      const entity = rowHash(JSON.stringify([block, forms]))
      return [
        [entity, block, ...forms, keys.at(-1) ?? null, keyText(cells.at(-1) ?? null), JSON.stringify(keys)],
      ]
    })
  }
}

function comparedForms({ match }: ScoredField, key: string | null): (string | null)[] {
  if (key === null || match.of !== 'spelling') return [key, null, null]
  const text = normalizedText(key)
  return [text, singleByteText(text), match.homophones ? phoneticKey(text) : null]
}

/** Leaves `bad`: the entities with more than one value. */
async function cluster(staging: Staging, scored: readonly ScoredField[], threshold: number): Promise<void> {
  await staging.run(entityStatement(scored, threshold))
  const [[pairs = 0] = []] = await staging.run(pairsToCompare)
  if (cellToNumber(pairs) > mostPairs) {
    throw new RunFailure(
      `${String(pairs)} pairs of rows would have to be compared, more than ${mostPairs}. Add a target field with match_type exact, or a filter, so that fewer rows are compared.`,
    )
  }
  const [[variants = 0] = []] = await staging.run('select count(*) from entity')
  const roots = Int32Array.from({ length: cellToNumber(variants) }, (_, index) => index)
  await staging.run(pairsStatement(scored, threshold))
  for await (const batch of staging.stream('select a, b from pair'))
    for (const [a, b] of batch) join(roots, Number(a), Number(b))
  await staging.load('cluster', ['i', 'root'], clusterRows(roots))
  await staging.run(badStatement)
}

/** Makes two clusters one; the smallest number is its root. */
function join(roots: Int32Array, a: number, b: number): void {
  const [left, right] = [rootOf(roots, a), rootOf(roots, b)]
  roots[Math.max(left, right)] = Math.min(left, right)
}

function rootOf(roots: Int32Array, start: number): number {
  let at = start
  for (;;) {
    const parent = roots[at] ?? at
    if (parent === at) return at
    // Halving the way keeps later ones short.
    roots[at] = roots[parent] ?? parent
    at = parent
  }
}

async function* clusterRows(roots: Int32Array): AsyncGenerator<string[][]> {
  const size = 10_000
  for (let start = 0; start < roots.length; start += size) {
    const end = Math.min(start + size, roots.length)
    yield Array.from({ length: end - start }, (_, index) => [
      String(start + index),
      String(rootOf(roots, start + index)),
    ])
  }
}

async function* entityRecords(staging: Staging, terms: EntityTerms): AsyncGenerator<SourceRecord[]> {
  const fields = [...terms.fields.map(({ field }) => field), terms.distinct]
  const names = [...fields.map(({ name }) => name), entityColumn]
  try {
    for await (const rows of staging.stream('select id, shown from records order by id, shown')) {
      yield rows.map(([id = null, shown = null]): SourceRecord => {
        const keys = JSON.parse(String(shown)) as (string | null)[]
        const cells = fields.map((field, index) => keyCell(keys[index] ?? null, keyKind(field)))
        return sourceRecordOf(recordText(names, [...cells, id]))
      })
    }
  } finally {
    staging.close()
  }
}
