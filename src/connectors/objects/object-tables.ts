import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { tableFile } from '../local/table-file.ts'
import type { Replacement, Writer, WrittenTable, WrittenValue } from '../writer.ts'
import type { BoundedFolder } from './bounded-folder.ts'
import type { ObjectClient } from './client.ts'
import { findObject } from './list-objects.ts'
import type { ListedObject } from './protocol.ts'
import { readFooter } from './read-footer.ts'
import { readParts } from './read-range.ts'
import { removeObject, sendFile } from './send-file.ts'
import { towards } from './towards.ts'
import { writeParts } from './write-parts.ts'

/** What of a table is fetched: all of it, or the footer, which has its columns, how many rows there are, and whose it is. */
type Needed = 'all' | 'footer'

/**
 * Tables as Parquet objects. A writer of files works on what was fetched into a folder; what it finished takes the place of the
 * object by one request, on the condition that the object is still the one that was fetched.
 */
export class ObjectTables implements Writer {
  readonly rewrites = true
  readonly #client: ObjectClient
  readonly #files: Writer
  readonly #folder: string
  readonly #scratch: BoundedFolder
  /** The object of each table that was looked at last; null: there was none. */
  readonly #found = new Map<string, ListedObject | null>()
  /** Tables that are whole in the folder and not in the store. */
  readonly #kept = new Set<string>()
  #begun: WrittenTable | null = null

  /** `files` writes tables into the folder, which is in `scratch`. */
  constructor(
    client: ObjectClient,
    files: Writer,
    { folder, scratch }: { folder: string; scratch: BoundedFolder },
  ) {
    this.#client = client
    this.#files = files
    this.#folder = folder
    this.#scratch = scratch
  }

  async begin(table: WrittenTable, replaced: Replacement): Promise<void> {
    await this.#bring(table.name, replaced === 'all' ? 'footer' : 'all')
    await this.#scratch.bound(() => this.#files.begin(table, replaced))
    this.#begun = table
  }

  write(rows: readonly (readonly WrittenValue[])[]): Promise<void> {
    return this.#scratch.bound(() => this.#files.write(rows))
  }

  async commit(): Promise<void> {
    const table = this.#begun
    if (!table) throw new Error('No table was begun.')
    await this.#scratch.bound(() => this.#files.commit())
    await this.#scratch.check()
    this.#begun = null
    if (table.is_next) this.#kept.add(table.name)
    else await this.#send(table.name)
  }

  async rollback(): Promise<void> {
    this.#begun = null
    await this.#files.rollback()
  }

  async drop(table: string): Promise<void> {
    this.#kept.delete(table)
    await this.#bring(table, 'footer')
    await this.#files.drop(table)
    await this.#remove(table)
  }

  async count(table: string): Promise<number | null> {
    await this.#bring(table, 'footer')
    return this.#files.count(table)
  }

  async publish(from: string, to: string): Promise<void> {
    await this.#bring(from, 'all')
    await this.#bring(to, 'footer')
    await this.#files.publish(from, to)
    this.#kept.delete(from)
    await this.#send(to)
    await this.#remove(from)
  }

  async close(): Promise<void> {
    this.#scratch.close()
    await this.#files.close()
    this.#client.close()
  }

  /** Has the table in the folder as it is in the store now, unless it is one that the store does not have yet. */
  async #bring(table: string, needed: Needed): Promise<void> {
    const path = this.#path(table)
    if (this.#kept.has(table)) return
    await rm(path, { force: true })
    const { prefix } = this.#client.place
    const found = await towards('written', this.#client, () =>
      findObject(this.#client, `${prefix}${tableFile(table)}`),
    )
    this.#found.set(table, found)
    if (found === null) return
    const object = { ...found, name: tableFile(table), path }
    if (needed === 'all') this.#scratch.requireRoom(object.name, object.size_bytes)
    await towards('fetched', this.#client, async () =>
      writeParts(
        object,
        needed === 'all' ? readParts(this.#client, object) : await readFooter(this.#client, object),
      ),
    )
  }

  async #send(table: string): Promise<void> {
    const path = this.#path(table)
    const key = `${this.#client.place.prefix}${tableFile(table)}`
    const found = this.#found.get(table) ?? null
    try {
      await towards('written', this.#client, () => sendFile(this.#client, { key, path, found }))
    } finally {
      // What is there next time may be another's.
      this.#found.delete(table)
      await rm(path, { force: true })
    }
  }

  async #remove(table: string): Promise<void> {
    const found = this.#found.get(table) ?? null
    this.#found.delete(table)
    if (found !== null) await towards('written', this.#client, () => removeObject(this.#client, found))
  }

  #path(table: string): string {
    return join(this.#folder, tableFile(table))
  }
}
