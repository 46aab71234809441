import { Type } from 'typebox'

/** What may be done with an anomaly; `change` is to assign and to tag, `describe` to note something of it. */
export const anomalyActs = [
  'acknowledge',
  'archive',
  'change',
  'comment',
  'delete',
  'describe',
  'restore',
] as const
export type AnomalyAct = (typeof anomalyActs)[number]

/** What may be done with a check; `draft` also takes a check out of the archive. */
export const checkActs = ['activate', 'archive', 'change', 'delete', 'draft'] as const
export type CheckAct = (typeof checkActs)[number]

/** What may be done with a run. */
export const runActs = ['abort', 'delete', 'rerun', 'resume'] as const
export type RunAct = (typeof runActs)[number]

/** A member of records by themselves, where it is asked for. */
export const availableActs = <Acts extends readonly string[]>(acts: Acts) =>
  Type.Optional(
    Type.Array(Type.Enum([...acts] as Acts[number][]), {
      description:
        'What the caller may do with it as it is now; only where it is read by itself and `include` asks for it. Something else may still speak against an act',
    }),
  )
