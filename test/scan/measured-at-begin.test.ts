import assert from 'node:assert/strict'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { modificationsOf, volumesOf } from '../../src/store/volumes.ts'
import { makeCheck } from '../harness/factories.ts'
import { describeRuns, scanned } from '../harness/runs.ts'

describeRuns('what a scan measures for thresholds that adapt', (app) => {
  const measuredBy = async (rule: string, properties: object) => {
    const source = await app.source({ 'a.csv': 'id\n1\n' })
    const container = (await app.containers(source)).get('a.csv') ?? assert.fail()
    const check = await makeCheck(app, container, { rule, fields: [], properties })
    const { database } = app.environment.store
    await database.updateTable('quality_checks').set({ inferred: true }).where('id', '=', check).execute()
    /** Has what the scan measured written so many hours after it began, as it is when the scan takes so long. */
    const writtenLate = async (scan: number, hours: number) => {
      await sql`
        update check_measurements set created = start_time + make_interval(hours => ${hours})
        from operation_containers as scans where scans.id = container_scan_id and scans.id = ${scan}`.execute(
        database,
      )
    }
    const scan = async (): Promise<number> => (await scanned(app, source)).container_scans[0].id
    return { source, container, database, scan, writtenLate }
  }

  test('is the time of modification, however long after its begin the age is written', async () => {
    const { source, container, database, scan, writtenLate } = await measuredBy('freshness', { value: 1e12 })
    const modified = new Date('2026-01-01T00:00:00Z')
    utimesSync(join(source.folder, 'a.csv'), modified, modified)
    for (const hours of [0, 1, 3]) await writtenLate(await scan(), hours)
    assert.deepEqual(
      (await modificationsOf(database, container)).map((at) => Math.round(at / 1000) * 1000),
      [modified.getTime()],
      'the container was modified once',
    )
  })

  test('is the number of rows, the last one that of the scan that began last', async () => {
    const properties = { comparison: 'Absolute Value', min: 1 }
    const { source, container, database, scan, writtenLate } = await measuredBy('volumetric', properties)
    const first = await scan()
    source.write({ 'a.csv': 'id\n1\n2\n' })
    await scan()
    await writtenLate(first, 5)
    assert.deepEqual(await volumesOf(database, container), [2, 1])
  })
})
