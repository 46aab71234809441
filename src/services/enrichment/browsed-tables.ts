import type { Context } from '../../access/context.ts'
import { permittedDatastores } from '../../access/visible.ts'
import type { HeldSession } from '../../connectors/connector.ts'
import { connectors } from '../../connectors/registry.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { WrittenKind } from '../../disclosure/written-rows.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { TeamPermission } from '../../model/principal.ts'
import type { DatastoreRow } from '../../store/datastores.ts'
import { sourcesEnrichedBy, type EnrichedSource } from '../../store/enrichment.ts'
import {
  materializedTable,
  remediationTable,
  tableLabels,
  templatesTable,
  type ResultTableName,
} from './table-names.ts'

/** A table that the service writes for a datastore, whether it is there or not. */
export interface BrowsedTable {
  name: string
  label: string
  /** The datastore that it is about; of templates the enrichment datastore itself. */
  datastore_id: number
  kind: WrittenKind
  /** The container that it is a copy of; null for other tables. */
  container: { id: number; name: string } | null
}

/** The tables that the service writes there for datastores on which the caller has this permission. */
export async function tablesFor(
  context: Context,
  { id, enrichment_prefix }: DatastoreRow,
  permission: TeamPermission,
): Promise<BrowsedTable[]> {
  const isPermitted = await permittedDatastores(context, permission)
  const sources = await sourcesEnrichedBy(context.store.database, id)
  const templates: BrowsedTable = {
    name: `${enrichment_prefix}_${templatesTable}`,
    label: 'Exported check templates',
    datastore_id: id,
    kind: 'plain',
    container: null,
  }
  return [...sources.filter((source) => isPermitted(source.id)).flatMap(tablesOf), templates]
}

const kinds: Partial<Record<ResultTableName, WrittenKind>> = {
  check_metrics: 'verdicts',
  failed_checks: 'failures',
  source_records: 'records',
  scan_operations: 'parts',
  field_profiles_export: 'profiles',
}

function tablesOf({
  id: datastore_id,
  enrichment_prefix: prefix,
  containers,
}: EnrichedSource): BrowsedTable[] {
  const results = Object.entries(tableLabels).map(([name, label]) => ({
    name: `${prefix}_${name}`,
    label,
    datastore_id,
    kind: kinds[name as ResultTableName] ?? 'plain',
    container: null,
  }))
  const copies = containers.flatMap((container) =>
    [
      { name: remediationTable(prefix, container), label: `Failing rows of ${container.name}` },
      { name: materializedTable(prefix, container, containers), label: `Copy of ${container.name}` },
    ].map((table) => ({ ...table, datastore_id, kind: 'copy' as const, container })),
  )
  return [...results, ...copies]
}

/** Throws 409 for a datastore into which the service writes nothing. */
export function requireEnrichment({ enrichment_only, name }: DatastoreRow): void {
  if (enrichment_only) return
  const sentence = `"${name}" is a source; only an enrichment datastore has tables that the service writes.`
  throw new ServiceError('wrong_state', sentence)
}

/** The names of the tables that a store has now. */
export async function tablesIn(session: HeldSession, { type }: DatastoreRow): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const { name, partitions } of session.discover()) {
    if (!isFiles(type)) names.add(name)
    // Files with like names are found as one container.
    else for (const file of partitions) names.add(file.name.replace(/\.parquet$/, ''))
  }
  return names
}

/** A table of the store, to be read. */
export const referenceTo = (table: string, { type }: DatastoreRow): ContainerReference => ({
  name: isFiles(type) ? `${table}.parquet` : table,
  container_type: isFiles(type) ? 'file' : 'table',
  file_options: {},
})

const isFiles = (type: string): boolean => connectors.find(type)?.store_type === 'dfs'
