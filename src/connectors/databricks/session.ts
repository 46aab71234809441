import { openedWith } from '../shared/client-session.ts'
import { VersionedSession } from '../shared/versioned-session.ts'
import { requireSchema, tablesIn, type UnityTable } from './catalogue.ts'
import type { DatabricksClient, Place } from './client.ts'
import { DeltaVersions } from './versions.ts'

/**
 * The tables and views of one schema of Unity Catalog. Those of Delta are read at one version each; of all others each statement sees the rows of
 * its own time. Keys are not enforced there, so none is taken for one.
 */
export class DatabricksSession extends VersionedSession<DatabricksClient, DeltaVersions> {
  readonly #place: Place

  private constructor(client: DatabricksClient, place: Place) {
    super(
      client,
      client.statements,
      { path: [place.catalog, place.schema] },
      new DeltaVersions(client, place),
    )
    this.#place = place
  }

  /** Throws ServiceError when the catalog has no such schema for the account. */
  static open(client: DatabricksClient, place: Place): Promise<DatabricksSession> {
    return openedWith(client, 'The catalog', async () => {
      await requireSchema(client, place)
      return new DatabricksSession(client, place)
    })
  }

  protected override async tables(name: string | null): Promise<UnityTable[]> {
    const tables = await tablesIn(this.client, this.#place, name)
    this.versions.note(tables)
    return tables
  }
}
