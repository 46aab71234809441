/** Kinds of things whose changes are told. */
export const changeTopics = [
  'operations',
  'anomalies',
  'quality-checks',
  'schedules',
  'notifications',
] as const
export type ChangeTopic = (typeof changeTopics)[number]

/** What became of a thing. */
export type ChangeWord = 'created' | 'changed' | 'deleted'

/** What one statement did to things of one kind in one datastore (null: in none); `entities` null: to too many to name them. */
export interface Change {
  kind: ChangeTopic
  change: ChangeWord
  datastore_id: number | null
  entities: { id: number; revision: number | null }[] | null
}
