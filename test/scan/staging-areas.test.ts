import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import { Staging } from '../../src/connectors/duckdb/staging.ts'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

/** More than a sample that is held in memory. */
const many = 10_500

const rows = (from: number, to: number, value: string): (number | string)[][] =>
  Array.from({ length: to - from }, (_, index) => [from + index, value])

describe('the staging area of a comparison of which many rows are kept', () => {
  let service: WorkingApp
  let source: Source
  const open = new Set<Staging>()
  before(async () => {
    service = await startWorkingApp()
    const begin = Staging.open
    mock.method(Staging, 'open', async (...given: Parameters<typeof begin>) => {
      const staging = await begin(...given)
      open.add(staging)
      const close = staging.close.bind(staging)
      staging.close = () => {
        open.delete(staging)
        close()
      }
      return staging
    })
    source = await service.source({
      'left.csv': csv(['id', 'v'], rows(0, many, 'a')),
      'right.csv': csv(['id', 'v'], rows(0, many, 'b')),
    })
    const containers = await service.containers(source)
    await service.check(source, 'left.csv', {
      rule: 'dataDiff',
      fields: ['id', 'v'],
      properties: {
        ref_datastore_id: source.datastore_id,
        ref_container_id: containers.get('right.csv'),
        id_field_names: ['id'],
      },
    })
    const members = { container_type: 'file', incremental_field_name: 'id' }
    const put = await service.ask('PUT', `/api/containers/${containers.get('left.csv')}`, members)
    assert.equal(put.status, 200, JSON.stringify(put.body))
  })
  after(async () => {
    mock.restoreAll()
    await service.close()
  })

  test('is closed with the run, whether they were stored or an anomaly stands that has them', async () => {
    const settings = {
      container_names: ['left.csv'],
      incremental: true,
      enrichment_source_record_limit: 2 * many,
    }
    const first = await service.scan(source, settings)
    assert.deepEqual([first.result, first.status.anomalies_identified], ['success', 1], JSON.stringify(first))
    assert.equal(open.size, 0)
    // The anomaly counts as many rows as are found again, so that it keeps its own.
    source.write({
      'left.csv': csv(['id', 'v'], [...rows(0, many - 1, 'a'), [many, 'a']]),
      'right.csv': csv(['id', 'v'], rows(0, many - 1, 'b')),
    })
    const second = await service.scan(source, settings)
    assert.deepEqual([second.result, second.status.records_processed], ['success', 1], JSON.stringify(second))
    assert.equal(open.size, 0)
  })
})
