import { sql } from 'kysely'
import type { Page, PageRequest } from '../../kernel/page.ts'
import { dimensions, type DatedQualityScore, type QualityScore } from '../../model/quality-score.ts'
import { fetchPage } from '../paging.ts'
import type { Queryable } from '../pool.ts'
import type { ScoredBy } from './kept.ts'

const figures = ['total', ...dimensions] as const

/** The score that holds now of each thing, by its id; one without a score is absent. */
export async function newestScores(
  database: Queryable,
  by: ScoredBy,
  ids: readonly number[],
): Promise<Map<number, QualityScore>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<QualityScore & { id: number }>`
    select things.id, ${sql.join(figures.map((figure) => sql.ref(`newest.${figure}`)))}
    from unnest(${ids}::bigint[]) as things (id)
    cross join lateral (
      select * from quality_scores as kept where kept.${sql.ref(by)} = things.id order by kept.id desc limit 1
    ) as newest`.execute(database)
  return new Map(rows.map(({ id, ...score }) => [id, score]))
}

/** The scores that a thing has had, newest first. */
export async function listScores(
  database: Queryable,
  by: ScoredBy,
  id: number,
  request: PageRequest,
): Promise<Page<DatedQualityScore>> {
  const query = database
    .selectFrom('quality_scores')
    .select(['created', ...figures])
    .where(by, '=', id)
    .orderBy('id', 'desc')
  return fetchPage(query, request)
}
