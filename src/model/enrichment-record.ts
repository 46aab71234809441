import { Type, type Static } from 'typebox'
import { DatastoreStub } from './datastore-record.ts'

/** A table of an enrichment datastore. */
export const EnrichmentTable = Type.Object(
  {
    name: Type.String({ description: 'Its name in the store; of a folder the file without its ending' }),
    label: Type.String({ description: 'What it holds, for people' }),
    datastore: DatastoreStub,
  },
  { title: 'EnrichmentTable', description: 'A table that the service has written, and what it is about' },
)
export type EnrichmentTable = Static<typeof EnrichmentTable>

/** Rows of such a table. */
export const EnrichmentRows = Type.Object(
  { source_records: Type.String({ description: 'JSON text: a list of rows, each an object by columns' }) },
  { title: 'EnrichmentRows', description: 'Some rows of a table that the service has written' },
)
export type EnrichmentRows = Static<typeof EnrichmentRows>
