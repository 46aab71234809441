import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { startFlowKeeper } from '../../src/runtime/flow-keeper.ts'
import type { Loop } from '../../src/runtime/loop.ts'
import { createIntegrations } from '../../src/channels/create-integrations.ts'
import { loadConfig } from '../../src/config.ts'
import { startHttpSink, type HttpSink } from '../harness/http-sink.ts'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

/** The service with its worker, one that sets off flows, and a receiver on this machine. */
export interface FlowApp extends WorkingApp {
  sink: HttpSink
  /** Another one that sets off flows; stopped with the service. */
  addKeeper(settings?: { messages_per_minute: number | null }): Loop
  /** Makes a flow; its record. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  flow(members: object): Promise<any>
  /** The executions of a flow, oldest first, once there are so many and all have ended. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  executions(flow: { id: number }, count: number): Promise<any[]>
  /** Waits until all events were compared and every execution has ended. */
  quiet(): Promise<void>
  /** An action that posts to the sink. */
  hook(message: string, members?: object): object
}

/** With so many processes that set off flows, and workers. */
export async function startFlowApp(keepers = 1, workers = 1): Promise<FlowApp> {
  const app = await startWorkingApp({ workers })
  const sink = await startHttpSink()
  const { inbox } = app.environment.integrations
  const settings = loadConfig({ ASSAY_ALLOWED_TARGETS: '127.0.0.1' })
  app.environment.integrations = { ...createIntegrations(settings), inbox }
  const running = new Set<Loop>()
  const addKeeper = (
    { messages_per_minute }: { messages_per_minute: number | null } = { messages_per_minute: null },
  ) => {
    const loop = startFlowKeeper(app.environment, { lease_seconds: 10, messages_per_minute })
    running.add(loop)
    return loop
  }
  for (let count = 0; count < keepers; count++) addKeeper()
  return {
    ...app,
    sink,
    addKeeper,
    async flow(members) {
      const { status, body } = await app.ask('POST', '/api/flows', { name: 'Tell', ...members })
      assert.equal(status, 201, JSON.stringify(body))
      return body
    },
    async executions({ id }, count) {
      for (;;) {
        const { body } = await app.ask('GET', `/api/flows/executions?flow=${id}&size=1000`)
        const items: { end_time: string | null }[] = body.items
        if (items.length >= count && items.every(({ end_time }) => end_time !== null))
          return items.toReversed()
        await delay(20)
      }
    },
    async quiet() {
      for (;;) {
        const { rows } = await app.environment.store.pool.query<{ left: number }>(
          `select (select count(*) from flow_events) + (select count(*) from flow_executions where end_time is null) as left`,
        )
        if (Number(rows[0]?.left) === 0) return
        await delay(20)
      }
    },
    hook: (message, members = {}) => ({
      type: 'notification',
      notification_type: 'Webhook',
      tokenized_message: message,
      parameters: { url: `${sink.url}/hook` },
      ...members,
    }),
    async close() {
      await Promise.all([...running].map((loop) => loop.stop()))
      await sink.close()
      await app.close()
    },
  }
}

/** A datastore with so many rows that have no name, and the check that finds them. */
export async function nameless(app: WorkingApp, rows: number): Promise<Source> {
  const source = await app.source({
    'people.csv': csv(
      ['id', 'name'],
      Array.from({ length: rows + 1 }, (_, id) => [id, id === 0 ? 'Ada' : null]),
    ),
  })
  await app.check(source, 'people.csv', { rule: 'notNull', fields: ['name'] })
  return source
}

/** The messages that the sink got, in their order. */
export const messagesOf = ({ received }: HttpSink): string[] =>
  received.map(({ text }) => (JSON.parse(text) as { message: string }).message)
