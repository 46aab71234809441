import type { ContainerReference } from '../../model/container.ts'
import type { ComputePlace } from '../../model/datastore.ts'
import { spark } from '../../sql/dialects/spark.dialect.ts'
import type { ConnectionValues, FilesEvaluation, Session, SessionBounds } from '../connector.ts'
import { EngineFilesSession } from '../shared/engine-files-session.ts'
import { SparkClient } from './client.ts'
import { DeclaredViews } from './declared-views.ts'

/** See FilesEngine.evaluate. */
export async function evaluateFiles(
  connection: ConnectionValues,
  place: ComputePlace,
  { files, container }: { files: Session; container: ContainerReference },
  bounds: SessionBounds,
): Promise<FilesEvaluation> {
  const client = await SparkClient.open(connection, bounds)
  let isOpen = false
  try {
    const by = { files, client, location: place.location.replace(/\/+$/, ''), views: 0 }
    const session = new EngineFilesSession(files, {
      title: 'Spark',
      dialect: spark,
      client,
      declare: (next) => DeclaredViews.declare(by, next),
      // A view takes the place of the one before that has its name, and the last ones go with the session.
      drop: async () => {
        by.views = 0
      },
      close: () => client.close(),
    })
    const reason = await session.declare(container)
    if (reason !== null) return { reason }
    isOpen = true
    return { session }
  } finally {
    if (!isOpen) await client.close()
  }
}
