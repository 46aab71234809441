import { RunFailure } from '../kernel/errors.ts'

/** The embedded engine itself broke down, and this one is of no more use; another one may get further. */
export class EngineFailure extends RunFailure {
  constructor(reason: string, cause: unknown) {
    super(`The embedded engine failed: ${reason}`, { cause, retryable: true })
  }
}
