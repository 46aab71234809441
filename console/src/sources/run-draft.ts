import type { InferenceEffort, ProfileRun, ScanRun, SyncRun } from '../api/api.generated.ts'

/** The kinds of runs that people start of datastores and of containers. */
export const startedKinds = ['scan', 'profile', 'sync'] as const

/** A kind of run that people start. */
type StartedKind = (typeof startedKinds)[number]

/** The settings of a run as they are written; empty text: as the service does without it. */
export interface RunDraft {
  type: StartedKind
  /** By what containers are chosen. */
  by: 'all' | 'names' | 'tags'
  names: readonly string[]
  tags: readonly string[]
  limit: string
  isIncremental: boolean
  aboveTime: string
  aboveNumber: string
  keepsAnomalies: boolean
  reopens: boolean
  isForced: boolean
  keptRows: string
  rollUp: string
  /** A line for each variable: its name, an equals sign and its value. */
  variables: string
  effort: InferenceEffort
  isDraft: boolean
  prunes: boolean
  recreates: boolean
}

/** What a sheet begins with: the defaults of the service. */
export const usualRun: RunDraft = {
  type: 'scan',
  by: 'all',
  names: [],
  tags: [],
  limit: '',
  isIncremental: false,
  aboveTime: '',
  aboveNumber: '',
  keepsAnomalies: false,
  reopens: false,
  isForced: false,
  keptRows: '',
  rollUp: '',
  variables: '',
  effort: 'medium',
  isDraft: false,
  prunes: false,
  recreates: false,
}

/** The members of a request that starts or schedules the run; what is as usual is left out. */
export function membersOf(draft: RunDraft, datastoreId: number): SyncRun | ProfileRun | ScanRun {
  const { type } = draft
  const datastore_id = datastoreId
  if (type === 'sync')
    return {
      type,
      datastore_id,
      ...(draft.prunes && { prune: true }),
      ...(draft.recreates && { recreate: true }),
    }
  const shared = {
    datastore_id,
    ...(draft.by === 'names' && { container_names: [...draft.names] }),
    ...(draft.by === 'tags' && { container_tags: [...draft.tags] }),
    ...whole('max_records_analyzed_per_partition', draft.limit),
  }
  if (type === 'profile')
    return {
      type,
      ...shared,
      ...(draft.effort !== usualRun.effort && { ai_effort: draft.effort }),
      ...(draft.isDraft && { infer_as_draft: true }),
    }
  return { type, ...shared, ...scanMembers(draft) }
}

function scanMembers(draft: RunDraft) {
  const variables = variablesOf(draft.variables)
  return {
    ...(draft.isIncremental && {
      incremental: true,
      ...(draft.aboveTime.trim() !== '' && { greater_than_time: draft.aboveTime.trim() }),
      ...whole('greater_than_batch', draft.aboveNumber),
    }),
    ...(draft.keepsAnomalies && !draft.isIncremental && { auto_resolve_passed_anomalies: false }),
    ...(draft.reopens && { reactivate_recurring_anomalies: true }),
    ...(draft.isForced && { force: true }),
    ...whole('enrichment_source_record_limit', draft.keptRows),
    ...whole('high_count_rollup_threshold', draft.rollUp),
    ...(variables !== null && Object.keys(variables).length > 0 && { check_variables: variables }),
  }
}

/** The member with the number that was written; nothing where none was. */
function whole<Member extends string>(member: Member, text: string): Partial<Record<Member, number>> {
  return text.trim() === '' ? {} : ({ [member]: Number(text) } as Record<Member, number>)
}

/** The variables of the lines; null where a line is none. Values stay text, which the service puts into SQL as it is, so that numbers keep their digits. */
function variablesOf(text: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(line))
  if (pairs.includes(null)) return null
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
}

/** What is still missing before it can start, as a sentence; null: nothing. */
export function missingOf(draft: RunDraft): string | null {
  const { type, by, names, tags, variables } = draft
  if (type === 'sync') return null
  if (by === 'names' && names.length === 0) return 'Choose at least one table or file.'
  if (by === 'tags' && tags.length === 0) return 'Choose at least one tag.'
  if (type === 'scan' && variablesOf(variables) === null)
    return 'A line of the variables is no “name = value”.'
  return null
}
