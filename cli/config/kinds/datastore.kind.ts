import { Type } from 'typebox'
import type { DatastoreChange, DatastoreCreation } from '../../../client/src/index.ts'
import { DoneInPart } from '../../command-failed.ts'
import { runToEnd } from '../../service/run-to-end.ts'
import type { Kind, Spec } from '../kind.ts'
import { given, maybe, namesOf, picked, tags, text, textOf, word } from '../members.ts'
import type { World } from '../world.ts'

const members = [
  'description',
  'database',
  'schema',
  'root_path',
  'file_patterns',
  'enrichment_only',
  'enrichment_prefix',
  'enrichment_source_record_limit',
  'enrichment_remediation_strategy',
  'high_count_rollup_threshold',
] as const
const lists = ['tags', 'teams'] as const
const place = ['catalog', 'schema', 'location'] as const

/** A source of containers; a new one is synced before anything else of it is made. */
export const datastore: Kind = {
  name: 'datastore',
  title: 'datastore',
  key: ['name'],
  unordered: lists,
  schema: Type.Object({
    name: text('Its name'),
    connection: text('The name of the connection that leads to it'),
    description: word('A note'),
    database: word('The database on the server'),
    schema: word('The schema of the database'),
    root_path: word('The folder that holds the files'),
    file_patterns: maybe(Type.Array(Type.Unknown()), 'Which files are one container'),
    compute: maybe(
      Type.Object(
        {
          connection: text('The name of the connection to the engine'),
          catalog: word('The catalog of files in which they are declared'),
          schema: word('The schema that holds nothing but the tables that are declared'),
          location: text('The root of the datastore as the engine names it'),
        },
        { additionalProperties: false },
      ),
      'The engine that evaluates its files; default the service itself',
    ),
    enrichment_only: maybe(Type.Boolean(), 'True: it only receives results; default false'),
    enrichment_datastore: word('The name of the datastore that results are written into'),
    enrichment_prefix: word('With what the names of the tables of results begin'),
    enrichment_source_record_limit: maybe(
      Type.Integer(),
      'How many failing rows an anomaly keeps; default 10',
    ),
    enrichment_remediation_strategy: word('none, append or overwrite; default none'),
    high_count_rollup_threshold: maybe(
      Type.Integer(),
      'From how many failing rows on a check has one anomaly for all; default 10',
    ),
    tags,
    teams: maybe(Type.Array(Type.String()), 'Names of the teams that may use it'),
  }),
  defaults: {
    file_patterns: [],
    enrichment_only: false,
    enrichment_source_record_limit: 10,
    enrichment_remediation_strategy: 'none',
    high_count_rollup_threshold: 10,
    tags: [],
    teams: [],
  },
  async list(world, scope) {
    const [known, connections] = await Promise.all([world.datastoresIn(scope), world.connections()])
    return Promise.all(
      known.map(async ({ id }) => {
        const one = await world.client.readDatastore({ id })
        const connectionOf = (wanted?: number) => connections.find(({ id }) => id === wanted)?.name ?? null
        const engine = connectionOf(one.compute?.connection_id)
        const spec = {
          name: one.name,
          connection: connectionOf(one.connection_id),
          ...picked(one, members),
          // Of an engine whose connection the caller may not see, a file says nothing.
          compute:
            one.compute && engine !== null ? { connection: engine, ...picked(one.compute, place) } : null,
          enrichment_datastore: one.enrich_datastore?.name ?? null,
          tags: namesOf(one.global_tags),
          teams: namesOf(one.teams),
        }
        return { id, spec }
      }),
    )
  },
  async create(world, spec) {
    const linked = spec['enrichment_datastore']
    const body = {
      ...given(spec, ['name', ...members, ...lists]),
      ...(await sources(world, spec)),
      ...(typeof linked === 'string' && { enrichment_datastore_id: await world.datastore(linked) }),
    }
    const { id } = await world.client.createDatastore({ body: body as unknown as DatastoreCreation })
    world.forget()
    if (spec['enrichment_only'] === true) return
    const { result, message } = await runToEnd(world.client, { type: 'sync', datastore_id: id })
    if (result !== 'success') throw new DoneInPart(`It was made, but its sync ended as ${result}: ${message}`)
  },
  async change(world, { id }, spec, changed) {
    const body = {
      ...given(spec, [...members, ...lists]),
      ...(await sources(world, spec)),
    }
    await world.client.updateDatastore({ id, body: body as DatastoreChange })
    if (changed.includes('enrichment_datastore')) await relink(world, id, spec)
  },
  remove: null,
}

/** The connections of a spec by their ids: the one that leads to it, and that of its engine where the spec says something of one. */
async function sources(world: World, spec: Spec) {
  const compute = spec['compute'] as Spec | null | undefined
  return {
    connection_id: await world.connection(textOf(spec, 'connection')),
    ...(compute !== undefined && {
      compute: compute && {
        connection_id: await world.connection(textOf(compute, 'connection')),
        ...picked(compute, place),
      },
    }),
  }
}

async function relink(world: World, id: number, spec: Spec): Promise<void> {
  const linked = spec['enrichment_datastore']
  if (typeof linked !== 'string') await world.client.unlinkEnrichmentDatastore({ id })
  else await world.client.linkEnrichmentDatastore({ id, enrichment_id: await world.datastore(linked) })
}
