import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { roles, teamPermissions, type Role, type TeamPermission } from '../../src/model/principal.ts'
import { insertCatalogued } from '../../src/store/catalogue.ts'
import type { TestApp } from '../harness/app.ts'
import {
  filesToApply,
  keepRecords,
  makeAnomaly,
  makeCheck,
  makeConnection,
  makeDatastore,
  makePeople,
  makeProfile,
} from '../harness/factories.ts'

/** A caller: a role, and at most one permission, on one of the two datastores. */
export interface Caller {
  token: string
  role: Role
  /** Null: in no team with a datastore. */
  permission: TeamPermission | null
  /** Where the permission is held: on the datastore that requests are about, or on another one. */
  where: 'own' | 'other'
}

export function nameOf({ role, permission, where }: Caller): string {
  return permission === null ? `${role} without a team` : `${role}, ${permission} on the ${where} datastore`
}

/** What there is in one datastore. */
interface Place {
  datastore: number
  container: number
}

/** Kinds of things that paths and bodies name. */
export type Kind = keyof ReturnType<typeof makers>

/** Two datastores with one of everything each; requests are about `own`. */
export interface World {
  app: TestApp
  own: Place
  other: Place
  callers: Caller[]
  /** Ids of containers that belong to `own`, also of such as were made later. */
  isOwnContainer(id: number): Promise<boolean>
  /** Makes another thing of this kind in `own`, for this caller where it is theirs, and returns its id or name. */
  make(kind: Kind, caller?: Caller): Promise<number | string>
  /** The one that requests share. */
  shared(kind: Kind): Promise<number | string>
  /** A name or number that was not given before. */
  unique(): number
  /** A folder that exists and that no datastore reads. */
  folder(): string
}

export async function makeWorld(app: TestApp): Promise<World> {
  const own = await makePeople(app)
  const other = await makePeople(app)
  let given = 1000
  const unique = () => (given += 1)
  const folder = () => {
    const path = join(app.folder, `free-${unique()}`)
    mkdirSync(path)
    return path
  }
  const make = makers(app, own, unique)
  const kept = new Map<Kind, Promise<number | string>>()
  // The user who links an enrichment datastore may see it, so it is made first.
  const enrichment = make.enrichment()
  kept.set('enrichment', enrichment)
  const callers: Caller[] = []
  for (const role of roles) {
    callers.push({ token: await app.user(role), role, permission: null, where: 'own' })
    for (const permission of teamPermissions) {
      for (const where of ['own', 'other'] as const) {
        const datastores = where === 'own' ? [own.datastore, await enrichment] : [other.datastore]
        callers.push({ token: await app.user(role, { [permission]: datastores }), role, permission, where })
      }
    }
  }
  const world: World = {
    app,
    own,
    other,
    callers,
    unique,
    folder,
    async isOwnContainer(id) {
      const { datastore_id } = await app.environment.store.database
        .selectFrom('containers')
        .select('datastore_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return datastore_id === own.datastore
    },
    make: (kind, caller) => make[kind](caller),
    shared(kind) {
      const thing = kept.get(kind) ?? make[kind]()
      kept.set(kind, thing)
      return thing
    },
  }
  await fill(app, other, unique)
  for (const kind of Object.keys(make) as Kind[]) await world.shared(kind)
  return world
}

/** One of everything that lists show, in the datastore that requests are not about. */
async function fill(app: TestApp, place: Place, unique: () => number): Promise<void> {
  const make = makers(app, place, unique)
  await make.check()
  await make.scan()
  await make.operation()
  await make.schedule()
}

const tellingFlow = {
  name: 'Tell',
  trigger_type: 'manual',
  actions: [{ type: 'notification', notification_type: 'InApp', tokenized_message: 'hello' }],
}

function makers(app: TestApp, { datastore, container }: Place, unique: () => number) {
  const post = async (path: string, body: object, token?: string): Promise<number> => {
    const answer = await app.ask('POST', `/api/${path}`, body, token)
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.id
  }
  const check = (members: object = {}) =>
    makeCheck(app, container, {
      rule: 'between',
      fields: ['age'],
      properties: { min: unique(), max: 1_000_000 },
      ...members,
    })
  const run = (type: string) => post('operations/run', { type, datastore_id: datastore })
  const ended = async (type: string) => {
    const id = await run(type)
    await app.ask('PUT', `/api/operations/abort/${id}`)
    return id
  }
  const anomaly = async () => {
    const id = await makeAnomaly(app, container, [])
    await keepRecords(app, id, ['{"id":1,"name":"Ada","age":36}'])
    return id
  }
  const message = async () => {
    const { rows } = await app.environment.store.pool.query(
      'insert into inbox_messages (delivery_id, message) values ($1, $1) returning id',
      [`delivery ${unique()}`],
    )
    return rows[0].id
  }
  /** A field that no file has, behind the others. */
  const field = async (status: string): Promise<number> => {
    const { rows } = await app.environment.store.pool.query(
      `insert into fields (container_id, name, type, native_type, ordinal, status)
       values ($1, $2, 'String', 'VARCHAR', 99, $3) returning id`,
      [container, `field ${unique()}`, status],
    )
    return rows[0].id
  }
  /** A container beside that of the place. */
  const another = () => {
    const state = {
      container_type: 'file',
      table_type: null,
      status: 'available',
      status_reason: null,
    } as const
    const { database } = app.environment.store
    return insertCatalogued(database, datastore, `more ${unique()}`, state)
  }
  const promotion = async (type: string) => {
    const ends = {
      datastore_id: datastore,
      container_id: container,
      destination_container_id: await another(),
    }
    const id = await post('operations/run', { type, ...ends })
    await app.ask('PUT', `/api/operations/abort/${id}`)
    return id
  }
  let talked: Promise<number> | null = null
  const talkedAbout = () => (talked ??= anomaly())
  return {
    datastore: async (caller?: Caller) => (caller ? makeDatastore(app) : datastore),
    container: async (caller?: Caller) => (caller ? another() : container),
    field: async (): Promise<number> =>
      (await app.ask('GET', `/api/fields?container=${container}`)).body.items[0].id,
    furtherField: (_caller?: Caller) => field('active'),
    excludedField: (_caller?: Caller) => field('excluded'),
    /** The ids of a missing field and of the one with its values, as they stand in a query. */
    renamedField: async (_caller?: Caller): Promise<string> =>
      `${await field('missing')}&target_field_id=${await field('active')}`,
    computedField: (_caller?: Caller) =>
      post('computed-fields', {
        container_id: container,
        name: `computed ${unique()}`,
        transformation: 'cast',
        source_fields: ['id'],
        properties: { target_type: 'string' },
      }),
    fieldProfile: async (_caller?: Caller): Promise<number> =>
      (await makeProfile(app, container, { age: { min: 36, max: 41 } })).get('age') ?? 0,
    check: (_caller?: Caller) => check(),
    template: (_caller?: Caller) =>
      post('quality-check-templates', {
        description: 'x',
        rule: 'maxValue',
        properties: { value: unique() },
      }),
    draft: (_caller?: Caller) => check({ status: 'Draft' }),
    anomaly: (_caller?: Caller) => anomaly(),
    /** The anomaly that comments are about. */
    talked: (_caller?: Caller) => talkedAbout(),
    comment: async (caller?: Caller) =>
      post(`anomalies/${await talkedAbout()}/comments`, { message: 'x' }, caller?.token),
    scan: async (_caller?: Caller): Promise<number> =>
      (await app.ask('GET', `/api/anomalies/${await anomaly()}`)).body.container_scan_id,
    /** A run that waits. */
    operation: (_caller?: Caller) => run('sync'),
    /** A scan that has ended. */
    ended: (_caller?: Caller) => ended('scan'),
    /** Promotions of checks and of computed fields that have ended. */
    promotion: (_caller?: Caller) => promotion('promote_quality_check'),
    fieldPromotion: (_caller?: Caller) => promotion('promote_computed_field'),
    schedule: (_caller?: Caller) =>
      post('operations/schedule', { type: 'sync', datastore_id: datastore, crontab: '0 2 * * *' }),
    connection: (_caller?: Caller) => makeConnection(app),
    /** A connection that no datastore uses. */
    spare: (_caller?: Caller) => makeConnection(app),
    enrichment: (_caller?: Caller) =>
      makeDatastore(app, {}, { enrichment_only: true, enrichment_prefix: '_kept' }),
    user: (_caller?: Caller) => post('users', { user_name: `user ${unique()}` }),
    team: (_caller?: Caller) => post('teams', { name: `team ${unique()}`, permission: 'Viewer' }),
    /** The caller's own token, else an Admin's. */
    token: (caller?: Caller) => post('user-tokens', { name: `token ${unique()}` }, caller?.token),
    /** That of another user. */
    foreignToken: (_caller?: Caller) => post('user-tokens', { name: `token ${unique()}` }),
    /** A flow that starts nothing. */
    flow: (_caller?: Caller) => post('flows', tellingFlow),
    /** A flow that starts a run in the datastore. */
    startingFlow: (_caller?: Caller) =>
      post('flows', {
        name: 'Start',
        trigger_type: 'manual',
        actions: [{ type: 'operation', operation: { type: 'sync', datastore_id: datastore } }],
      }),
    /** An apply of files that the caller began, else an Admin. */
    apply: (caller?: Caller) => post('config-applies', filesToApply, caller?.token),
    notification: async (_caller?: Caller): Promise<number> => {
      const flow = await post('flows', tellingFlow)
      return (await app.ask('GET', `/api/flows/${flow}`)).body.actions[0].id
    },
    /** An execution that goes on. */
    execution: async (_caller?: Caller) => post(`flows/${await post('flows', tellingFlow)}/execute`, {}),
    /** An execution with a notification that was given up. */
    undelivered: async (_caller?: Caller) => {
      const id = await post(`flows/${await post('flows', tellingFlow)}/execute`, {})
      await app.environment.store.pool.query(
        "update flow_action_executions set result = 'failure', end_time = now() where execution_id = $1",
        [id],
      )
      return id
    },
    /** A message in every inbox. */
    message: (_caller?: Caller) => message(),
    tag: async (_caller?: Caller) => {
      const name = `tag-${unique()}`
      await post('global-tags', { name })
      return name
    },
  }
}
