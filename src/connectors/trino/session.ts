import type { ContainerReference } from '../../model/container.ts'
import { openedWith } from '../shared/client-session.ts'
import { listedApart, type CatalogueTable } from '../shared/table-session.ts'
import { VersionedSession } from '../shared/versioned-session.ts'
import { fieldsByTable, requireSchema, tablesIn } from './catalogue.ts'
import type { Place, TrinoClient } from './client.ts'
import { TableSnapshots } from './snapshots.ts'
import { inUtc } from './types.ts'

/**
 * The tables and views of one schema of a catalog. Those of Iceberg are read at one snapshot each; of all others each statement sees the rows of
 * its own time. The server knows no keys.
 */
export class TrinoSession extends VersionedSession<TrinoClient, TableSnapshots> {
  readonly #place: Place

  private constructor(client: TrinoClient, place: Place, snapshots: TableSnapshots) {
    super(client, client.statements, { path: [place.catalog, place.schema], shown: inUtc }, snapshots)
    this.#place = place
  }

  /** Throws ServiceError when the catalog has no such schema for the account. */
  static open(client: TrinoClient, place: Place): Promise<TrinoSession> {
    return openedWith(client, 'The catalog', async () => {
      await requireSchema(client, place)
      return new TrinoSession(client, place, await TableSnapshots.open(client, place))
    })
  }

  protected override tables(name: string | null): Promise<CatalogueTable[]> {
    return listedApart(
      name,
      (only) => fieldsByTable(this.client, this.#place, only),
      () => tablesIn(this.client, this.#place),
    )
  }

  async stamps({ name }: ContainerReference, partitions: readonly string[]): Promise<Map<string, string>> {
    const stamp = partitions.includes(name) ? await this.versions.stamp(name) : null
    return new Map(stamp === null ? [] : [[name, stamp]])
  }
}
