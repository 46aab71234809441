import { connectors } from './registry.ts'
import type { DatastoreReference } from '../model/datastore-record.ts'

/** A datastore as other resources show it; `type` is that of its connection. */
export const datastoreReference = (id: number, name: string, type: string): DatastoreReference => ({
  id,
  name,
  type,
  store_type: connectors.find(type)?.store_type ?? null,
})
