import type { Environment } from '../../access/context.ts'
import type { ReadableFiles, Writer } from '../../connectors/writer.ts'
import { messageOf } from '../../kernel/errors.ts'
import { withWriter } from '../datastores/open-writer.ts'

/** So long is taken to remove the half-written table of work that was stopped, milliseconds. */
const tidyMs = 20_000

/**
 * As `withWriter`, for work that writes a table beside the one that readers see: when it fails or is stopped, the table `next`
 * is removed as far as the store lets it, unless `keeps` says that the work will go on with it (default: it does not).
 */
export async function withTidiedWriter<Result>(
  environment: Environment,
  target: { id: number; name: string },
  signal: AbortSignal,
  next: string,
  work: (writer: Writer) => Promise<Result>,
  {
    reads = null,
    keeps = async () => false,
  }: { reads?: ReadableFiles | null; keeps?(error: unknown): Promise<boolean> } = {},
): Promise<Result> {
  try {
    return await withWriter(environment, target, signal, work, reads)
  } catch (error) {
    if (await keeps(error)) throw error
    await withWriter(environment, target, AbortSignal.timeout(tidyMs), (writer) => writer.drop(next)).catch(
      (failure: unknown) =>
        environment.log.warn({ datastore: target.id }, `${next} was left behind: ${messageOf(failure)}`),
    )
    throw error
  }
}
