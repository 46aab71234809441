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

interface ContainerMeasurements {
  id: Generated<number>
  container_id: number
  measurement_time: Generated<Time>
  last_modification_time: Time | null
  row_count: number | null
  size_bytes: number | null
}

/** The tables of quality scores and of how containers change. */
export interface ScoreTables {
  score_settings: ScoreSettingsRow
  quality_scores: QualityScores
  container_measurements: ContainerMeasurements
}
