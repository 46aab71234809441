import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../../access/context.ts'
import type { HeldSession, Session } from '../../connectors/connector.ts'
import { connectors } from '../../connectors/registry.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { GivenFile } from '../../model/given-file.ts'
import { withBounds } from '../connections/bounds.ts'

/** A file of given rows with what is in it. */
export interface GivenRows extends GivenFile {
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/**
 * A session in which every container has the given rows, as one partition of the file's name, read by the engine of files. The file
 * is in scratch space, which is removed however the work ends.
 */
export async function withGivenRows<Result>(
  environment: Environment,
  signal: AbortSignal,
  rows: GivenRows,
  work: (session: HeldSession) => Promise<Result>,
): Promise<Result> {
  return withBounds(environment, signal, async (bounds) => {
    const root_path = join(bounds.scratch_folder, 'given')
    await mkdir(root_path, { mode: 0o700 })
    const name = storedName(rows)
    const file = await open(join(root_path, name), 'wx', 0o600)
    try {
      for await (const part of rows.content) await file.write(part)
    } finally {
      await file.close()
    }
    const target = { database: null, schema: null, root_path }
    const session = await connectors
      .get('local')
      .open({}, target, { ...bounds, allowed_paths: [bounds.scratch_folder] })
    try {
      return await work(givenSession(session, { ...rows, stored: name }))
    } finally {
      await session.close()
    }
  })
}

/** The name by which messages call the file: that of the person, where a file can have it. */
function storedName({ name, format }: GivenFile): string {
  const plain = name.replaceAll(/[^\p{L}\p{N} ()._-]/gu, '_').replace(/^[._ ]+/, '')
  // No file can have half a character in its name.
  const short = plain.slice(-60).replace(/^[\uDC00-\uDFFF]/, '') || 'rows'
  return short.toLowerCase().endsWith(`.${format}`) ? short : `${short}.${format}`
}

/** The session with the file in the place of any container. */
function givenSession(
  inner: Session,
  { name, stored, file_options }: GivenFile & { stored: string },
): Session {
  const file = (): ContainerReference => ({ name: stored, container_type: 'file', file_options })
  return {
    dialect: inner.dialect,
    discover: (known) => inner.discover(known),
    async describe(_container, known) {
      const { fields } = await inner.describe(file(), known)
      return { fields, partitions: [{ name, size_bytes: null, last_modified: null }] }
    },
    relation: (_container, fields) => inner.relation(file(), fields, 'all'),
    keep: (relation) => inner.keep?.(relation),
    numbered: (relation) => inner.numbered?.(relation) ?? null,
    fieldsOf: (statement) => inner.fieldsOf(statement),
    query: (statement) => inner.query(statement),
    stream: (statement) => inner.stream(statement),
    close: () => inner.close(),
  }
}
