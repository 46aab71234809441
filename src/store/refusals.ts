import { ServiceError, type ErrorCode } from '../kernel/errors.ts'

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
