import type { Environment } from '../../access/context.ts'
import { SourceUnreached } from '../../connectors/connector.ts'
import { connectors } from '../../connectors/registry.ts'
import type { ReadableFiles, Writer } from '../../connectors/writer.ts'
import { notFound, RunFailure, ServiceError } from '../../kernel/errors.ts'
import { findDatastoreSource } from '../../store/datastores.ts'
import { withBounds } from '../connections/bounds.ts'
import { connectionValues } from '../connections/secrets.ts'

/**
 * Opens a writer of the datastore, hands it to `work` and closes it however the work ends. Throws RunFailure with a sentence
 * that begins with the name of the datastore when it cannot be written, or Aborted. `reads` are files of which it takes rows.
 */
export async function withWriter<Result>(
  environment: Environment,
  { id, name }: { id: number; name: string },
  signal: AbortSignal,
  work: (writer: Writer) => Promise<Result>,
  reads: ReadableFiles | null = null,
): Promise<Result> {
  const source = await findDatastoreSource(environment.store.database, id)
  if (!source) throw notFound('datastore', id)
  const { connection, target } = source
  const connector = connectors.find(connection.type)
  if (!connector?.openWriter)
    throw new RunFailure(`"${name}" cannot be written: this service writes no ${connection.type}.`)
  const open = connector.openWriter
  return withBounds(environment, signal, async (bounds) => {
    const writer = await open(connectionValues(environment.secrets, connection), target, bounds, reads).catch(
      (error: unknown) => {
        if (error instanceof SourceUnreached) environment.log.warn({ datastore: id }, error.reason)
        if (!(error instanceof ServiceError)) throw error
        throw new RunFailure(`"${name}" cannot be written: ${error.message}`, {
          cause: error,
          retryable: true,
        })
      },
    )
    try {
      return await work(writer)
    } finally {
      await writer.close()
    }
  })
}
