import type { CheckTemplate, Client, NotificationSpecification } from '../../client/src/index.ts'
import { CommandFailed } from '../command-failed.ts'
import { keysOfTemplates } from './keys.ts'

interface Named {
  id: number
  name: string
}

/** A template with the key that files know it by. */
interface KeyedTemplate {
  key: string
  one: CheckTemplate
}

/** The pages of a list, one after the other. */
export async function allPages<Item>(
  page: (request: { page: number; size: number }) => Promise<{ items: Item[]; pages: number }>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let number = 1; ; number += 1) {
    const answer = await page({ page: number, size: 1000 })
    items.push(...answer.items)
    if (number >= answer.pages) return items
  }
}

/** The service that files are compared with, and the ids of what it has by name. What was looked up is kept until `forget`. */
export class World {
  readonly client: Client
  #connections: Promise<Named[]> | null = null
  #datastores: Promise<Named[]> | null = null
  #templates: Promise<KeyedTemplate[]> | null = null
  #users: Promise<Named[]> | null = null
  #channels: Promise<NotificationSpecification[]> | null = null
  readonly #containers = new Map<number, Promise<Named[]>>()

  constructor(client: Client) {
    this.client = client
  }

  /** Names are looked up again, because something was made. */
  forget(): void {
    this.#connections = null
    this.#datastores = null
    this.#templates = null
    this.#containers.clear()
  }

  /** Templates of checks, oldest first. */
  templates(): Promise<KeyedTemplate[]> {
    return (this.#templates ??= this.#listTemplates())
  }

  async #listTemplates(): Promise<KeyedTemplate[]> {
    const all = await allPages((request) => this.client.listCheckTemplates(request))
    const keys = keysOfTemplates(all)
    return all.map((one) => ({ key: keys.get(one.id) ?? '', one }))
  }

  /** What each channel of notifications must be told, and which of that is secret. */
  channels(): Promise<NotificationSpecification[]> {
    return (this.#channels ??= this.client.listNotificationSpecifications())
  }

  connections(): Promise<Named[]> {
    return (this.#connections ??= allPages((request) => this.client.listConnections(request)))
  }

  datastores(): Promise<Named[]> {
    return (this.#datastores ??= this.client.listDatastoreNames())
  }

  async containers(datastoreId: number): Promise<Named[]> {
    const known =
      this.#containers.get(datastoreId) ?? this.client.listContainerNames({ datastore: datastoreId })
    this.#containers.set(datastoreId, known)
    return known
  }

  /** Every container that the caller may see, by its id, with the name of its datastore. */
  async allContainers(): Promise<Map<number | null, { datastore: string; name: string }>> {
    const all = new Map<number | null, { datastore: string; name: string }>()
    for (const { id, name: datastore } of await this.datastores())
      for (const one of await this.containers(id)) all.set(one.id, { datastore, name: one.name })
    return all
  }

  /** The id of what has this name; throws a sentence when nothing has. */
  async connection(name: string): Promise<number> {
    return idIn(await this.connections(), name, `There is no connection "${name}".`)
  }

  async datastore(name: string): Promise<number> {
    return idIn(await this.datastores(), name, `There is no datastore "${name}" that you may see.`)
  }

  async container(datastore: string, name: string): Promise<number> {
    const sentence = `"${datastore}" has no container "${name}"; a sync finds new ones.`
    return idIn(await this.containers(await this.datastore(datastore)), name, sentence)
  }

  async user(name: string): Promise<number> {
    this.#users ??= allPages((request) => this.client.listUsers(request)).then((users) =>
      users.map(({ id, user_name }) => ({ id, name: user_name })),
    )
    return idIn(await this.#users, name, `There is no user "${name}"; users are made on the service.`)
  }

  async template(key: string): Promise<number> {
    const known = (await this.templates()).map(({ key: name, one: { id } }) => ({ id, name }))
    return idIn(known, key, `There is no check template "${key}".`)
  }

  /** The ids of the datastores of a scope that there are already, by name. */
  async datastoresIn(scope: ReadonlySet<string>): Promise<Named[]> {
    return (await this.datastores()).filter(({ name }) => scope.has(name))
  }
}

function idIn(known: readonly Named[], name: string, sentence: string): number {
  const found = known.find((one) => one.name === name)
  if (found) return found.id
  throw new CommandFailed(sentence)
}
