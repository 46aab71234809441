import { notFound, ServiceError, type ErrorCode } from '../kernel/errors.ts'

/** Runs a write and turns PostgreSQL's refusal of a duplicate into a 409 with this sentence; inside a transaction nothing may follow it. */
export function refusingDuplicates<Result>(sentence: string, write: () => Promise<Result>): Promise<Result> {
  return refusing('23505', 'conflict', sentence, write)
}

/** The same for deleting what others still refer to. */
export function refusingReferenced<Result>(sentence: string, write: () => Promise<Result>): Promise<Result> {
  return refusing('23503', 'in_use', sentence, write)
}

/** True when PostgreSQL refused a write by this constraint or unique index. */
export function isRefusedBy(constraint: string, error: unknown): error is Error {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}

/** True when a second Active check of a container would test the same. */
export const isEqualActiveCheck = (error: unknown): error is Error =>
  isRefusedBy('quality_checks_active_definition', error)

/** Columns that refer to something, by what it is called. */
const referred: Readonly<Record<string, string>> = {
  connection_id: 'connection',
  compute_connection_id: 'connection',
  datastore_id: 'datastore',
  enrich_datastore_id: 'datastore',
  container_id: 'container',
  source_container_id: 'container',
  field_id: 'field',
  quality_check_id: 'quality check',
  template_id: 'quality check template',
  anomaly_id: 'anomaly',
  operation_id: 'operation',
  flow_id: 'flow',
  user_id: 'user',
  owner_id: 'user',
  default_anomaly_assignee_id: 'user',
  team_id: 'team',
}

/**
 * The 404 that a write would have met a moment later: what it refers to was deleted after it had been looked up. Null for any other
 * error. PostgreSQL says it in the language of its server, but for the column and the id.
 */
export function deletedMeanwhile(error: unknown): ServiceError | null {
  if (!(error instanceof Error && 'code' in error && error.code === '23503')) return null
  const [, column = '', id = ''] =
    /\((\w+)\)=\((\d+)\)/.exec('detail' in error ? String(error.detail) : '') ?? []
  const noun = referred[column]
  return noun === undefined ? null : notFound(noun, id)
}

async function refusing<Result>(
  state: string,
  code: ErrorCode,
  sentence: string,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === state) {
      throw new ServiceError(code, sentence, { cause: error })
    }
    throw error
  }
}
