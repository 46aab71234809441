import type { Pool } from 'pg'

/** Writes a scan that is running and has no units, of a datastore without containers; its id. */
export async function bareRun(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(`
    with ways as (insert into connections (name, type) values ('files', 'local') returning id),
      stores as (insert into datastores (name, connection_id, root_path, enrichment_prefix)
        select 'files', id, '/nowhere', '_files' from ways returning id)
    insert into operations (type, trigger_type, datastore_id, payload, status, triggered_by, result)
      select 'scan', 'scan', id, '{}', '{}', 'somebody', 'running' from stores returning id`)
  const [run] = rows
  if (!run) throw new Error('The run was not written.')
  return run.id
}
