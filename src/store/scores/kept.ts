import { sql, type RawBuilder } from 'kysely'
import { dimensions } from '../../model/quality-score.ts'

/** The kinds of things that have scores, by their column. */
export type ScoredBy = 'field_id' | 'container_id' | 'datastore_id'

const figures = ['total', ...dimensions] as const
const columns = sql.join(figures.map((figure) => sql.ref(figure)))
const of = (table: string) => sql.join(figures.map((figure) => sql.ref(`${table}.${figure}`)))

/** Two digits: what is beyond them is noise, and would make a row of history of each scan. */
const rounded = sql.join(
  figures.map(
    (figure) => sql`round(${sql.ref(`fresh.${figure}`)}::numeric, 2)::float8 as ${sql.ref(figure)}`,
  ),
)

/**
 * Adds the scores that a query answers with, by `id`, to the history of each thing, where they differ from its newest. The `offset` keeps
 * PostgreSQL from computing each score twice, to compare it and to keep it.
 */
export const keptWhereChanged = (by: ScoredBy, scores: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into quality_scores (${sql.ref(by)}, ${columns})
  select fresh.id, ${of('fresh')}
  from (select fresh.id, ${rounded} from (${scores}) as fresh offset 0) as fresh
  left join lateral (
    select ${columns} from quality_scores as kept where kept.${sql.ref(by)} = fresh.id order by kept.id desc limit 1
  ) as newest on true
  where (${of('newest')}) is distinct from (${of('fresh')})`
