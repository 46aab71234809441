import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { RunFailure } from '../../kernel/errors.ts'
import { inParallel } from '../shared/in-parallel.ts'
import type { Asked, ObjectClient } from './client.ts'
import { findObject } from './list-objects.ts'
import type { ListedObject, PartedUpload } from './protocol.ts'
import { readRange } from './read-range.ts'
import { ObjectRefused } from './refusals.ts'
import { fileBytes, textBytes } from './sent-bytes.ts'
import { parseXml } from './xml.ts'

/** Bytes of a part; larger where there would be too many of them. */
const partBytes = 16 * 1024 * 1024
const parallel = 4
const mostAnswerBytes = 1024 * 1024
const abortMs = 10_000

/** A file on its way to a key; `found` is the object that it replaces (null: there must be none). */
interface Sending {
  key: string
  path: string
  found: ListedObject | null
}

/**
 * Puts the file in the place of the object that was found, as a whole or not at all. Throws RunFailure, `retryable` when somebody
 * else wrote there since, or Aborted; parts that were sent are then forgotten by the server, as far as it can be reached.
 */
export async function sendFile(client: ObjectClient, sending: Sending): Promise<void> {
  const { size } = await stat(sending.path)
  const { parted } = client.store.writes
  if (parted === null || size <= partBytes) await sendWhole(client, sending, size)
  else await sendParts(client, parted, sending, size)
}

/** Removes the object, unless somebody else wrote there since it was found. Throws as `sendFile` does. */
export async function removeObject(client: ObjectClient, found: ListedObject): Promise<void> {
  const { key } = found
  try {
    const headers = client.store.writes.condition(found)
    await client.askText({ key, act: 'remove', method: 'DELETE', headers }, mostAnswerBytes)
  } catch (error) {
    if (!(error instanceof ObjectRefused)) throw error
    const now = await findObject(client, key)
    if (now === null) return
    throw now.etag === found.etag ? error : conflict(client, key)
  }
}

async function sendWhole(client: ObjectClient, sending: Sending, size: number): Promise<void> {
  const { key, path, found } = sending
  const { headers, condition } = client.store.writes
  const body = await fileBytes(path, 0, size, client.signal)
  const asked = {
    key,
    act: 'write',
    method: 'PUT',
    headers: { ...headers, ...condition(found) },
    body,
  } as const
  await lastStep(client, sending, asked)
}

async function sendParts(
  client: ObjectClient,
  parted: PartedUpload,
  sending: Sending,
  size: number,
): Promise<void> {
  const { key, path, found } = sending
  const act = 'write'
  const id = await begun(client, parted, key)
  try {
    const bytes = Math.max(partBytes, Math.ceil(size / parted.most_parts))
    const count = Math.ceil(size / bytes)
    const parts = Array.from<string>({ length: count })
    await inParallel(parallel, [...parts.keys()], async (index) => {
      const body = await fileBytes(path, index * bytes, Math.min((index + 1) * bytes, size), client.signal)
      const asked = { key, act, ...parted.part(id, index + 1), body } as const
      const { headers } = await client.askText(asked, mostAnswerBytes)
      parts[index] = parted.partOf(id, index + 1, headers)
    })
    const { document, ...step } = parted.complete(id, parts)
    const headers = client.store.writes.condition(found)
    await lastStep(client, sending, { key, act, ...step, headers, body: textBytes(document) })
  } catch (error) {
    await forget(client, parted, key, id)
    throw error
  }
}

async function begun(client: ObjectClient, { begin }: PartedUpload, key: string): Promise<string> {
  if (begin === null) return randomUUID()
  const { idOf, ...step } = begin
  const { text } = await client.askText({ key, act: 'write', ...step }, mostAnswerBytes)
  return idOf(parseXml(text))
}

/** The parts that were sent cost their owner money until somebody forgets them. */
async function forget(client: ObjectClient, parted: PartedUpload, key: string, id: string): Promise<void> {
  const step = parted.abort(id)
  if (step === null) return
  const other = client.afterAbort(AbortSignal.timeout(abortMs))
  // What went wrong before is what people have to know.
  await other.askText({ key, act: 'write', ...step }, mostAnswerBytes).catch(() => undefined)
  other.close()
}

/**
 * Whether the last request took effect is not known when its answer was lost: the next try is then refused, because the condition
 * does not hold any more. So what is there after a refusal is compared with what was to be there.
 */
async function lastStep(client: ObjectClient, { key, path, found }: Sending, asked: Asked): Promise<void> {
  try {
    await client.askText(asked, mostAnswerBytes)
  } catch (error) {
    if (!(error instanceof ObjectRefused) || ![400, 404, 409, 412].includes(error.refusal.status)) throw error
    const now = await findObject(client, key)
    if (now !== null && (await holds(client, now, path))) return
    throw now?.etag === found?.etag ? error : conflict(client, key)
  }
}

/** True when the object has the bytes of the file. */
async function holds(client: ObjectClient, object: ListedObject, path: string): Promise<boolean> {
  const { key, size_bytes: size } = object
  if ((await stat(path)).size !== size) return false
  const file = createReadStream(path)
  const local = file.iterator() as AsyncIterator<Buffer>
  const remote = readRange(client, { ...object, name: nameOf(client, key) }, { from: 0, to: size })
  try {
    let rest = Buffer.alloc(0)
    for await (const chunk of remote) {
      while (rest.length < chunk.length) {
        const { value, done } = await local.next()
        if (done) return false
        rest = Buffer.concat([rest, value])
      }
      if (!rest.subarray(0, chunk.length).equals(chunk)) return false
      rest = rest.subarray(chunk.length)
    }
    return true
  } finally {
    file.destroy()
  }
}

const nameOf = ({ place }: ObjectClient, key: string): string => key.slice(place.prefix.length)

function conflict(client: ObjectClient, key: string): RunFailure {
  return new RunFailure(
    `The object "${nameOf(client, key)}" was written by somebody else meanwhile, so that it was left as it is.`,
    { retryable: true },
  )
}
