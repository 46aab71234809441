import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inApp } from '../harness/flows.ts'
import { nameless, startFlowApp, type FlowApp } from './flow-stories.ts'

describe('what messages of the inbox are about', () => {
  let app: FlowApp
  before(async () => void (app = await startFlowApp()))
  after(() => app.close())

  const told = async (text: string) => {
    const { body } = await app.ask('GET', '/api/notifications?size=1000')
    return body.items.find(({ message }: { message: string }) => message === text)
  }

  test('a message names the run, the container scan and the anomaly that its flow told of, and no more what was deleted', async () => {
    const source = await nameless(app, 1)
    const { datastore_id } = source
    const { body: datastore } = await app.ask('GET', `/api/datastores/${datastore_id}`)
    const tell = (name: string, trigger_type: string) =>
      app.flow({
        name,
        trigger_type,
        filter_datastores: [datastore_id],
        actions: [inApp({ tokenized_message: name })],
      })
    const ofRun = await tell('of the run', 'operation')
    const ofContainer = await tell('of the container', 'partition_scan')
    const ofAnomaly = await tell('of the anomaly', 'anomaly')
    const scan = await app.scan(source)
    for (const flow of [ofRun, ofContainer, ofAnomaly]) await app.executions(flow, 1)
    const { body: found } = await app.ask('GET', `/api/anomalies?datastore=${datastore_id}`)
    const { body: scans } = await app.ask('GET', `/api/operations/${scan.id}/containers`)
    const idsOf = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id)
    const named = (flow: { id: number; name: string }) => ({
      flow: { id: flow.id, name: flow.name },
      datastore: { id: datastore_id, name: datastore.name },
    })
    const ofNoContainer = { operation_id: scan.id, container_scan_id: null, anomaly_ids: [] }
    assert.deepEqual((await told('of the run')).about, { ...named(ofRun), ...ofNoContainer })
    const inScan = {
      operation_id: scan.id,
      container_scan_id: idsOf(scans)[0],
      anomaly_ids: idsOf(found),
    }
    assert.deepEqual((await told('of the container')).about, { ...named(ofContainer), ...inScan })
    const message = await told('of the anomaly')
    assert.deepEqual(message.about, { ...named(ofAnomaly), ...inScan })
    const marked = await app.ask('PUT', `/api/notifications/${message.id}`, { read: true })
    assert.deepEqual(marked.body.about, message.about)

    await app.ask('DELETE', `/api/flows/${ofContainer.id}`)
    await app.ask('DELETE', `/api/operations/${scan.id}`)
    const { flow, operation_id } = (await told('of the container')).about
    assert.deepEqual([flow, operation_id], [null, null])
  })

  test('a message of a flow that is run by hand is about the flow alone', async () => {
    const flow = await app.flow({
      name: 'by hand',
      trigger_type: 'manual',
      actions: [inApp({ tokenized_message: 'by hand' })],
    })
    await app.ask('POST', `/api/flows/${flow.id}/execute`)
    await app.executions(flow, 1)
    const nothing = { datastore: null, operation_id: null, container_scan_id: null, anomaly_ids: [] }
    assert.deepEqual((await told('by hand')).about, { flow: { id: flow.id, name: 'by hand' }, ...nothing })
  })
})
