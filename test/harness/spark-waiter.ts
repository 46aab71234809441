// A process that asks the server of Spark of its argument, a connection as JSON, for its second argument, and waits for the rows.
import { tmpdir } from 'node:os'
import { connectors } from '../../src/connectors/registry.ts'
import { boundsIn } from './example-tables.ts'

const [, , connection = '', sql = ''] = process.argv
const target = { database: 'spark_catalog', schema: null, root_path: null }
const session = await connectors.get('spark').open(JSON.parse(connection), target, boundsIn(tmpdir()))
await session.query({ sql, parameters: [] })
