import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

describe('rows compared with others, from the check to its records', () => {
  let service: WorkingApp
  before(async () => {
    service = await startWorkingApp()
  })
  after(() => service.close())

  /** The one anomaly of the source. */
  async function found(source: Source) {
    const { body } = await service.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
    assert.equal(body.total, 1)
    const [anomaly] = body.items
    const records = await service.ask('GET', `/api/anomalies/${anomaly.id}/source-record?limit=10`)
    const csv = await service.ask('GET', `/api/anomalies/${anomaly.id}/source-record/csv`)
    const scan = `/api/container-scans/${anomaly.container_scan_id}/source-records`
    return {
      anomaly,
      records: JSON.parse(records.body.source_record),
      csv: String(csv.body).split('\r\n'),
      scan: (await service.ask('GET', scan)).body,
      scanCsv: String((await service.ask('GET', `${scan}/download`)).body).split('\r\n'),
    }
  }

  test('dataDiff says of each record how it differs, in JSON and in CSV', async () => {
    const source = await service.source({
      'left.csv': 'id,price,note\n1,10,a\n2,20,b\n3,30,c\n',
      'right.csv': 'id,price,note\n1,10,z\n2,21,b\n4,40,d\n',
    })
    const other = (await service.containers(source)).get('right.csv')
    await service.check(source, 'left.csv', {
      rule: 'dataDiff',
      fields: ['id', 'price'],
      properties: {
        ref_datastore_id: source.datastore_id,
        ref_container_id: other,
        id_field_names: ['id'],
        passthrough_field_names: ['note'],
        diff_change_types: ['removed', 'changed'],
      },
    })
    await service.scan(source)
    const { anomaly, records, csv, scan, scanCsv } = await found(source)
    assert.deepEqual([anomaly.type, anomaly.anomalous_records_count], ['shape', 2])
    assert.equal(anomaly.source_enriched, true)
    const { fields } = anomaly.failed_checks[0].quality_check
    assert.deepEqual(
      fields.map(({ id, name }: { id: unknown; name: string }) => [typeof id, name]),
      [
        ['number', 'id'],
        ['number', 'price'],
      ],
    )
    assert.match(anomaly.message, /2 records that differ between `right.csv` \(3\) and `left.csv` \(3\)/)
    assert.deepEqual(records, [
      { status: 'changed', id: 2, price: { left: 20, right: 21 }, note: { left: 'b', right: 'b' } },
      {
        status: 'removed',
        id: 3,
        price: { left: 30, right: 'missing' },
        note: { left: 'c', right: 'missing' },
      },
    ])
    assert.equal(csv[0], 'status,id,price,note')
    assert.equal(csv[1], 'changed,2,"{""left"":20,""right"":21}","{""left"":""b"",""right"":""b""}"')
    assert.deepEqual(scan.fields[0], { name: 'status', type: 'String', masked: false })
    assert.equal(scanCsv[0], csv[0])
    assert.deepEqual(scanCsv.toSorted(), csv.toSorted())
  })

  test('entityResolution says of each record which entity it is', async () => {
    const source = await service.source({
      'people.csv':
        'customer,name,country\n1,Acme Corporation,DE\n2,Acme Corporaton,DE\n3,Acme Corporation,FR\n',
    })
    await service.check(source, 'people.csv', {
      rule: 'entityResolution',
      properties: {
        distinct_field_name: 'customer',
        composite_match_threshold: 0.8,
        target_fields: [
          { upickle_type: 'StringTargetField', field_name: 'name', match_type: 'fuzzy', weight: 2 },
          { upickle_type: 'StringTargetField', field_name: 'country', match_type: 'exact' },
        ],
      },
    })
    await service.scan(source)
    const { anomaly, records, csv, scan } = await found(source)
    assert.deepEqual([anomaly.type, anomaly.anomalous_records_count], ['shape', 2])
    const seen = records.map((row: Record<string, unknown>) => [row['customer'], row['_qualytics_entity_id']])
    assert.deepEqual(seen.toSorted(), [
      [1, 1],
      [2, 1],
    ])
    assert.equal(csv[0], 'customer,name,country,_qualytics_entity_id')
    assert.ok(csv.includes('1,Acme Corporation,DE,1'))
    assert.equal(scan.fields.at(-1).name, '_qualytics_entity_id')
  })

  test('are told with both datastores where the other container is in another one', async () => {
    const here = await service.source({ 'left.csv': 'id\n1\n2\n' })
    const there = await service.source({ 'right.csv': 'id\n1\n3\n' })
    const { body: left } = await service.ask('GET', `/api/datastores/${here.datastore_id}`)
    const { body: right } = await service.ask('GET', `/api/datastores/${there.datastore_id}`)
    const ref_container_id = (await service.containers(there)).get('right.csv')
    await service.check(here, 'left.csv', {
      rule: 'dataDiff',
      fields: ['id'],
      properties: { ref_datastore_id: there.datastore_id, ref_container_id },
    })
    await service.scan(here)
    const { anomaly } = await found(here)
    assert.equal(
      anomaly.message,
      `There are 2 records that differ between \`right.csv\` of "${right.name}" (2) and \`left.csv\` of "${left.name}" (2): 1 added, 1 removed.`,
    )
  })
})
