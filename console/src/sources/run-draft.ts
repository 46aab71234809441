import type {
  CheckCategory,
  ExportedAsset,
  ExportRun,
  InferenceEffort,
  MaterializeRun,
  ProfileRun,
  RemediationStrategy,
  ScanRun,
  SyncRun,
  TableType,
} from '../api/api.generated.ts'
import type { startedKinds } from '../words/runs.ts'

/** A kind of run that people start. */
export type StartedKind = (typeof startedKinds)[number]

/** The settings of a run as they are written; empty text: as the service does without it. */
export interface RunDraft {
  type: StartedKind
  name: string
  /** By what containers are chosen: by their ids for an export, which knows no names, and else only where a client has chosen so. */
  by: 'all' | 'names' | 'tags' | 'ids'
  names: readonly string[]
  ids: readonly number[]
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
  /** Rows that a profile holds out to test inferred checks: at most so many, and which share of all. */
  heldOut: string
  heldOutShare: string
  correlation: string
  buckets: string
  categories: CheckCategory | ''
  remediation: RemediationStrategy | ''
  include: TableType | ''
  prunes: boolean
  recreates: boolean
  /** What an export writes. */
  asset: ExportedAsset
  hasDeleted: boolean
  hasMasked: boolean
}

/** What a sheet begins with: the defaults of the service. */
export const usualRun: RunDraft = {
  type: 'scan',
  name: '',
  by: 'all',
  names: [],
  ids: [],
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
  heldOut: '',
  heldOutShare: '',
  correlation: '',
  buckets: '',
  categories: '',
  remediation: '',
  include: '',
  prunes: false,
  recreates: false,
  asset: 'anomalies',
  hasDeleted: false,
  hasMasked: false,
}

/** The same settings for another kind of run; containers stay chosen where both kinds know them by the same, and never become all of them by it. */
export function ofKind(draft: RunDraft, type: StartedKind): RunDraft {
  const { by, names } = draft
  if (by !== 'names' && by !== 'ids') return { ...draft, type }
  if (type === 'export') return { ...draft, type, by: 'ids' }
  return { ...draft, type, by: names.length > 0 || type !== 'scan' ? 'names' : 'ids' }
}

/** The members of a request that starts or schedules the run; what is as usual is left out. */
export function membersOf(
  draft: RunDraft,
  datastoreId: number,
): SyncRun | ProfileRun | ScanRun | ExportRun | MaterializeRun {
  const { type } = draft
  const datastore_id = datastoreId
  if (type === 'sync')
    return {
      type,
      datastore_id,
      ...(draft.include !== '' && { include: [draft.include] }),
      ...(draft.prunes && { prune: true }),
      ...(draft.recreates && { recreate: true }),
    }
  if (type === 'export') return { type, datastore_id, ...exportMembers(draft) }
  const shared = {
    datastore_id,
    ...(draft.name.trim() !== '' && { name: draft.name.trim() }),
    ...(draft.by === 'names' && { container_names: [...draft.names] }),
    ...(draft.by === 'tags' && { container_tags: [...draft.tags] }),
  }
  if (type === 'materialize')
    return { type, ...shared, ...numeric('max_records_per_partition', draft.limit), ...maskMembers(draft) }
  const limited = { ...shared, ...numeric('max_records_analyzed_per_partition', draft.limit) }
  if (type === 'profile') return { type, ...limited, ...profileMembers(draft) }
  return { type, ...limited, ...scanMembers(draft) }
}

function exportMembers(draft: RunDraft) {
  return {
    asset_type: draft.asset,
    ...(draft.by === 'ids' && { container_ids: [...draft.ids] }),
    ...(draft.by === 'tags' && { container_tags: [...draft.tags] }),
    ...(draft.hasDeleted && { include_deleted: true }),
    ...maskMembers(draft),
  }
}

const maskMembers = ({ hasMasked }: RunDraft) => (hasMasked ? { include_masked: true } : {})

function profileMembers(draft: RunDraft) {
  return {
    ...(draft.effort !== usualRun.effort && { ai_effort: draft.effort }),
    ...(draft.isDraft && { infer_as_draft: true }),
    ...numeric('max_count_testing_sample', draft.heldOut),
    ...numeric('percent_testing_threshold', draft.heldOutShare),
    ...numeric('high_correlation_threshold', draft.correlation),
    ...numeric('histogram_max_distinct_values', draft.buckets),
    ...startMembers(draft),
  }
}

/** From where on rows are read. */
function startMembers(draft: RunDraft) {
  return {
    ...(draft.aboveTime.trim() !== '' && { greater_than_time: draft.aboveTime.trim() }),
    ...numeric('greater_than_batch', draft.aboveNumber),
  }
}

function scanMembers(draft: RunDraft) {
  const variables = variablesOf(draft.variables)
  return {
    ...(draft.by === 'ids' && { container_ids: [...draft.ids] }),
    ...(draft.categories !== '' && { check_categories: [draft.categories] }),
    ...(draft.remediation !== '' && { remediation: draft.remediation }),
    ...(draft.isIncremental && { incremental: true, ...startMembers(draft) }),
    ...(draft.keepsAnomalies && !draft.isIncremental && { auto_resolve_passed_anomalies: false }),
    ...(draft.reopens && { reactivate_recurring_anomalies: true }),
    ...(draft.isForced && { force: true }),
    ...numeric('enrichment_source_record_limit', draft.keptRows),
    ...numeric('high_count_rollup_threshold', draft.rollUp),
    ...(variables !== null && Object.keys(variables).length > 0 && { check_variables: variables }),
  }
}

/** The member with the number that was written; nothing where none was. */
function numeric<Member extends string>(member: Member, text: string): Partial<Record<Member, number>> {
  return text.trim() === '' ? {} : ({ [member]: Number(text) } as Record<Member, number>)
}

/** The variables of the lines; null where a line is none. Values stay text, which the service puts into SQL as it is, so that numbers keep their digits. */
function variablesOf(text: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(line))
  if (pairs.includes(null)) return null
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
}

/** What is still missing before it can start, as a sentence; null: nothing. Variables that are `kept` as they were are no fault: clients may have set what is no line. */
export function missingOf(draft: RunDraft, kept: string = ''): string | null {
  const { type, by, names, ids, tags, variables } = draft
  if (type === 'sync') return null
  if ((by === 'names' && names.length === 0) || (by === 'ids' && ids.length === 0))
    return 'Choose at least one table or file.'
  if (by === 'tags' && tags.length === 0) return 'Choose at least one tag.'
  if (type === 'scan' && variables !== kept && variablesOf(variables) === null)
    return 'A line of the variables is no “name = value”.'
  return null
}
