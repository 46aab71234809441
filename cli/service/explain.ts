import { RequestRefused, ServiceUnreachable } from '../../client/src/index.ts'
import { CommandFailed } from '../command-failed.ts'

/** What went wrong as a sentence, and what to try. The words of a refusal are those of the service. */
export function explain(error: unknown): CommandFailed {
  if (error instanceof ServiceUnreachable)
    return new CommandFailed(error.message, 'assay start, or set ASSAY_URL to where the service is')
  if (error instanceof RequestRefused) return new CommandFailed(error.message, nextOf(error), error)
  if (error instanceof Error) return new CommandFailed(error.message, null, error)
  return new CommandFailed(String(error))
}

function nextOf({ status, code }: RequestRefused): string | null {
  if (status === 401) return 'assay login'
  if (status === 403) return 'assay status, which says who you are'
  if (code === 'not_found') return 'assay status --datastores, assay runs list, or assay checks'
  if (code === 'unavailable') return 'assay status'
  return null
}
