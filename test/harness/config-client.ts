import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'
import { growingPauses } from './growing-pauses.ts'
import type { Body } from './scan-rounds.ts'

/** The files of an exported configuration: their texts by their paths. */
export type ConfigFiles = ReadonlyMap<string, string>

type Item = Record<string, unknown>

/** What clients leave out of each kind of file: keys, states and counts. Everything else that an answer has is written. */
const leftOut = {
  connection: words(
    'id created connection_type datastores product_name product_version driver_name driver_version',
  ),
  datastore: words(
    `id created connected favorite latest_operation metrics anomaly_count check_count container_count field_count record_count score
    overall_score completeness_score conformity_score consistency_score precision_score timeliness_score volume_score accuracy_score
    uniqueness_score containers connection connection_id enrich_datastore product_name product_version driver_name driver_version
    jdbc_url host port username parameters jdbc_fetch_size max_parallelization secrets_manager store_type type group
    linked_datastores has_scheduled_operations`,
  ),
  container: words(
    `id created status metrics computed_fields field_count anomaly_count check_count record_count score cataloged datastore favorite
    deleted_at last_editor latest_observability_measurement incremental_checkpoint datastore_id right_datastore_id
    source_container_id`,
  ),
  field: words('id container_id last_editor_id last_editor'),
}

const secretMembers = ['password', 'passphrase', 'secret_key', 'credentials_payload', 'access_key']
/** The rules whose references are written by names. */
const referring = words('existsIn notExistsIn isReplicaOf dataDiff')
const uidMember = '_qualytics_check_uid'

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}

const slug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')

const names = (things: unknown): string[] => (things as { name: string }[]).map(({ name }) => name)

function without(item: Item, members: ReadonlySet<string>): Item {
  const kept = Object.entries(item).filter(([name]) => !members.has(name))
  return Object.fromEntries(
    kept.map(([name, value]) =>
      name === 'global_tags'
        ? ['tags', names(value)]
        : name === 'teams'
          ? [name, names(value)]
          : [name, value],
    ),
  )
}

/** A client that keeps the configuration of a service as files, in the requests and the order that command lines send. */
export class ConfigClient {
  readonly #app: TestApp
  /** What takes the place of secrets, by the name of the connection. */
  readonly #secrets: Record<string, string>

  constructor(app: TestApp, secrets: Record<string, string>) {
    this.#app = app
    this.#secrets = secrets
  }

  /** Everything that is known of these datastores, with their connections. */
  async export(datastoreNames: readonly string[]): Promise<ConfigFiles> {
    const files = new Map<string, string>()
    const write = (path: string, item: Item) => {
      assert.equal(files.has(path), false, `${path} is written once`)
      files.set(path, `${JSON.stringify(item, null, 2)}\n`)
    }
    const connections = new Set<number>()
    for (const name of datastoreNames) {
      const { id } = (await this.#datastore(name)) ?? assert.fail(`there is a datastore called ${name}`)
      const datastore = await this.#get(`/datastores/${id}`)
      const connection = await this.#get(`/connections/${datastore.connection_id}`)
      if (!connections.has(connection.id))
        write(`connections/${slug(connection.name)}`, withPlaceholders(connection))
      connections.add(connection.id)
      const base = `datastores/${slug(name)}`
      const { enrich_datastore: enrichment } = datastore
      write(`${base}/_datastore`, {
        connection_name: connection.name,
        ...(enrichment !== null && { enrich_datastore_name: enrichment.name }),
        ...without(datastore, leftOut.datastore),
      })
      await this.#exportContainers(id, base, name, write)
      await this.#exportChecks(id, base, write)
    }
    return files
  }

  /** Makes or changes everything that the files have; what the service refused, in sentences. */
  async import(files: ConfigFiles): Promise<string[]> {
    const refusals: string[] = []
    const paths = [...files.keys()].sort()
    const below = (start: string, end: RegExp) =>
      paths.filter((path) => path.startsWith(start) && end.test(path))
    const read = (path: string): Body => JSON.parse(files.get(path) ?? '')
    const send = async (
      method: 'POST' | 'PUT' | 'PATCH',
      path: string,
      body: object,
      of: string,
    ): Promise<Body> => {
      const { status, body: answer } = await this.#app.ask(method, `/api${path}`, body)
      if (status >= 300) refusals.push(`${of}: ${status} ${JSON.stringify(answer.detail ?? answer)}`)
      return answer
    }
    for (const path of below('connections/', /./)) {
      const data = this.#resolved(read(path))
      const existing = await this.#connection(data.name)
      await (existing
        ? send('PUT', `/connections/${existing.id}`, data, path)
        : send('POST', '/connections', data, path))
    }
    for (const path of below('datastores/', /_datastore$/)) {
      const id = await this.#importDatastore(read(path), path, send)
      const folder = path.replace(/_datastore$/, '')
      await this.#synced(id)
      for (const of of below(`${folder}containers/`, /_container$/))
        await this.#importContainer(id, read(of), of, send)
      for (const of of below(`${folder}containers/`, /\/computed_fields\//)) {
        const [, directory = ''] = /containers\/([^/]+)\//.exec(of) ?? []
        const known = files.get(`${folder}containers/${directory}/_container`)
        const container = known === undefined ? directory : JSON.parse(known).name
        await this.#importField(id, container, read(of), of, send)
      }
      await this.#importChecks(
        id,
        below(`${folder}checks/`, /./).map((of) => [of, read(of)] as const),
        send,
      )
    }
    return refusals
  }

  async #exportContainers(id: number, base: string, datastore_name: string, write: Write): Promise<void> {
    const containers = await this.#all(`/containers?datastore=${id}`)
    const byId = new Map(containers.map((container) => [container.id, container]))
    for (const container of containers) {
      const folder = `${base}/containers/${slug(container.name)}`
      const source = byId.get(container.source_container_id)
      if (container.container_type.startsWith('computed_'))
        write(`${folder}/_container`, {
          ...(source && { source_container_name: source.name }),
          ...without(container, leftOut.container),
          datastore_name,
        })
      for (const field of container.computed_fields)
        write(`${folder}/computed_fields/${slug(field.name)}`, without(field, leftOut.field))
    }
  }

  async #exportChecks(id: number, base: string, write: Write): Promise<void> {
    for (const check of await this.#all(`/quality-checks?datastore=${id}`)) {
      const fields = names(check.fields)
      const parts = [
        slug(check.rule_type),
        ...(fields.length > 0 ? [fields.toSorted().map(slug).join('_')] : []),
      ]
      const properties = { ...check.properties }
      if (referring.has(check.rule_type)) {
        const { ref_container_id: container, ref_datastore_id: datastore } = properties
        delete properties.ref_container_id
        delete properties.ref_datastore_id
        if (container !== undefined)
          properties.ref_container_name = (await this.#get(`/containers/${container}`)).name
        if (datastore !== undefined)
          properties.ref_datastore_name = (await this.#get(`/datastores/${datastore}`)).name
      }
      write(`${base}/checks/${slug(check.container.name)}/${parts.join('__')}`, {
        rule_type: check.rule_type,
        description: check.description,
        container: check.container.name,
        fields,
        coverage: check.coverage,
        filter: check.filter,
        anomaly_message_field: check.anomaly_message_field,
        properties,
        tags: names(check.global_tags),
        status: check.status,
        additional_metadata: {
          [uidMember]: [slug(check.container.name), ...parts].join('__'),
          ...check.additional_metadata,
        },
      })
    }
  }

  #resolved(data: Body): Body {
    const secret = this.#secrets[data.name] ?? 'unset'
    for (const member of secretMembers)
      if (typeof data[member] === 'string' && data[member].startsWith('$')) data[member] = secret
    return data
  }

  async #importDatastore(data: Body, path: string, send: Send): Promise<number> {
    const { connection_name, enrich_datastore_name, ...members } = data
    const connection = await this.#connection(connection_name)
    const given = { ...members, connection_id: connection?.id }
    const existing = await this.#datastore(data.name)
    let id: number = existing?.id
    if (existing) {
      // The present record with the file laid over it.
      const whole = await this.#get(`/datastores/${id}`)
      await send('PUT', `/datastores/${id}`, { ...whole, enrich_datastore: undefined, ...given }, path)
    } else id = (await send('POST', '/datastores', given, path)).id
    const enrichment = enrich_datastore_name && (await this.#datastore(enrich_datastore_name))
    if (enrichment) await send('PATCH', `/datastores/${id}/enrichment/${enrichment.id}`, {}, path)
    return id
  }

  async #importContainer(datastore: number, data: Body, path: string, send: Send): Promise<void> {
    const { datastore_name: _own, source_container_name, ...members } = data
    const ids = await this.#containers(datastore)
    const given = {
      ...members,
      ...(source_container_name && { source_container_id: ids.get(source_container_name) }),
    }
    const existing = ids.get(data.name)
    if (existing) return void (await send('PUT', `/containers/${existing}`, given, path))
    const { tags, ...untagged } = given
    const made = await send('POST', '/containers', { ...untagged, datastore_id: datastore }, path)
    if (tags?.length) await send('PATCH', '/containers', [{ id: made.id, tags }], path)
  }

  async #importField(
    datastore: number,
    container: string,
    data: Body,
    path: string,
    send: Send,
  ): Promise<void> {
    const id = (await this.#containers(datastore)).get(container)
    assert.ok(id, `there is a container called ${container}`)
    const { computed_fields: known } = await this.#get(`/containers/${id}`)
    const existing = known.find(({ name }: Body) => name === data.name)
    await (existing
      ? send('PUT', `/computed-fields/${existing.id}`, data, path)
      : send('POST', '/computed-fields', { ...data, container_id: id }, path))
  }

  async #importChecks(
    datastore: number,
    checks: readonly (readonly [string, Body])[],
    send: Send,
  ): Promise<void> {
    const ids = await this.#containers(datastore)
    const known = new Map(
      (await this.#all(`/quality-checks?datastore=${datastore}`)).map((check) => [
        check.additional_metadata?.[uidMember],
        check.id,
      ]),
    )
    for (const [path, { rule_type, container, ...data }] of checks) {
      const { ref_container_name, ref_datastore_name, ...properties } = data.properties
      if (ref_datastore_name) properties.ref_datastore_id = (await this.#datastore(ref_datastore_name))?.id
      if (ref_container_name)
        properties.ref_container_id = (await this.#containers(properties.ref_datastore_id ?? datastore)).get(
          ref_container_name,
        )
      const body = { ...data, properties }
      const existing = known.get(data.additional_metadata[uidMember])
      if (existing) {
        await this.#get(`/quality-checks/${existing}`)
        await send('PUT', `/quality-checks/${existing}`, body, path)
      } else
        await send(
          'POST',
          '/quality-checks',
          { ...body, container_id: ids.get(container), rule: rule_type },
          path,
        )
    }
  }

  async #synced(datastore_id: number): Promise<void> {
    const payload = { datastore_id, type: 'sync', prune: false, recreate: false }
    const { body } = await this.#app.ask('POST', '/api/operations/run', payload)
    const pause = growingPauses()
    for (;;) {
      const run = await this.#get(`/operations/${body.id}`)
      if (run.end_time !== null) return assert.equal(run.result, 'success', run.message)
      await pause()
    }
  }

  async #containers(datastore: number): Promise<Map<string, number>> {
    const listed = await this.#get(`/containers/listing?datastore=${datastore}`)
    return new Map(listed.map(({ id, name }: Body) => [name, id]))
  }

  async #datastore(name: string): Promise<Body> {
    const { items } = await this.#get(`/datastores?name=${encodeURIComponent(name)}&page=1&size=50`)
    return items.find((one: Body) => one.name === name)
  }

  async #connection(name: string): Promise<Body> {
    const { items } = await this.#get(`/connections?page=1&size=50`)
    return items.find((one: Body) => one.name === name)
  }

  async #get(path: string): Promise<Body> {
    const { status, body } = await this.#app.ask('GET', `/api${path}`)
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`)
    return body
  }

  async #all(path: string): Promise<Body[]> {
    const items: Body[] = []
    for (let page = 1; ; page++) {
      const { items: found, total } = await this.#get(`${path}&page=${page}&size=100`)
      items.push(...found)
      if (page * 100 >= total) return items
    }
  }
}

type Write = (path: string, item: Item) => void
type Send = (method: 'POST' | 'PUT' | 'PATCH', path: string, body: object, of: string) => Promise<Body>

/** The connection with the names of variables in the place of secrets. */
function withPlaceholders(connection: Body): Item {
  const variable = (member: string) => `\${${slug(connection.name).toUpperCase()}_${member.toUpperCase()}}`
  const kept = without(connection, leftOut.connection)
  for (const member of secretMembers) if (member in kept) kept[member] = variable(member)
  if (connection.connection_type === 'jdbc' && connection.username) kept['password'] ??= variable('password')
  return kept
}
