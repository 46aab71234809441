import assert from 'node:assert/strict'
import { startLoggedServer, type LoggedServer } from '../test/harness/logged-server.ts'
import { onServer } from '../test/harness/postgres-source.ts'
import { untilEnded, type Asking } from '../test/harness/scan-rounds.ts'
import { withService } from './service.ts'

const rowChecks = 20
/** Of the checks: five for single rows, and three for more than the roll-up threshold. */
const failing = 8

/** What one scan of a PostgreSQL table with 20 row checks costs its server, counted in the server's own log. */
export async function countStatements(folder: string): Promise<object> {
  const server = await startLoggedServer()
  try {
    return await withService(folder, ({ ask }) => countOn(server, ask))
  } finally {
    await server.stop()
  }
}

async function countOn(server: LoggedServer, ask: Asking): Promise<object> {
  await onServer(server.url, [
    'create table orders (id bigint, price bigint)',
    'insert into orders select i, i - 5 from generate_series(1, 100000) as i',
  ])
  const datastore = await ask('POST', '/datastores', {
    name: 'shop',
    connection: { name: 'shop', type: 'postgresql', ...server.reader },
    database: 'assay',
    schema: 'public',
  })
  const run = async (type: string) => {
    const { id } = await ask('POST', '/operations/run', { type, datastore_id: datastore.id })
    const run = await untilEnded(ask, id)
    assert.equal(run.result, 'success', run.message)
    return run
  }
  await run('sync')
  const { items } = await ask('GET', `/containers?datastore=${datastore.id}`)
  for (let bound = 0; bound < rowChecks; bound++) {
    // Checks 0 to 4 fail for single rows, 5 to 7 for more than the roll-up threshold, the others not at all.
    const value = bound < 5 ? bound - 3 : bound < 8 ? bound * 100 : -bound
    await ask('POST', '/quality-checks', {
      container_id: items[0].id,
      rule: 'minValue',
      description: `at least ${value}`,
      fields: ['price'],
      properties: { value },
    })
  }
  const earlier = new Set(server.sessions().keys())
  const scan = await run('scan')
  const verdicts = await ask('GET', `/operations/${scan.id}/scan-checks?size=100`)
  const failed = verdicts.items.filter(
    (item: { assertion_result: string }) => item.assertion_result === 'failed',
  ).length
  assert.equal(failed, failing, 'the checks fail that are meant to')
  const sessions = [...server.sessions()].filter(([process]) => !earlier.has(process))
  const statements = sessions.flatMap(([, sent]) => sent)
  const onTable = statements.filter((statement) => statement.includes('"orders"'))
  const transactions = statements.filter((statement) =>
    /^begin .*repeatable read.*read only/i.test(statement),
  )
  return {
    row_checks: rowChecks,
    failed_checks: failed,
    connections: sessions.length,
    read_only_repeatable_read_transactions: transactions.length,
    statements_on_the_table: {
      value: onTable.length,
      bar: 1 + failed,
      holds: onTable.length <= 1 + failed && sessions.length === 1 && transactions.length === 1,
    },
  }
}
