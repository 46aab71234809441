import type { Generated } from 'kysely'
import type { Dimension, ScoreSettings } from '../../model/quality-score.ts'
import type { Time } from './columns.ts'

type ScoreSettingsRow = ScoreSettings & {
  id: Generated<number>
  /** Null for those of a container. */
  datastore_id: number | null
  container_id: number | null
}

/** Of exactly one thing. */
type QualityScores = Record<Dimension, number | null> & {
  id: Generated<number>
  field_id: number | null
  container_id: number | null
  datastore_id: number | null
  created: Generated<Time>
  total: number
}

/** The tables of quality scores. */
export interface ScoreTables {
  score_settings: ScoreSettingsRow
  quality_scores: QualityScores
}
