import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

const inflate = promisify(inflateRaw)

/** Why an archive cannot be read; the message ends a sentence that begins with the file. */
export class BadArchive extends Error {}

interface Entry {
  offset: number
  packed: number
  method: number
  is_encrypted: boolean
}

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
/** Bytes of the last record without its comment. */
const endBytes = 22
/** More entries are no workbook. */
const mostEntries = 10_000

/** The files in a ZIP archive, which are unpacked one by one and together to no more than so many bytes. */
export class ZipArchive {
  readonly #content: Buffer
  readonly #entries: ReadonlyMap<string, Entry>
  #left: number

  /** Throws BadArchive for anything else than an archive. */
  constructor(content: Buffer, mostBytes: number) {
    this.#content = content
    this.#left = mostBytes
    this.#entries = entriesOf(content)
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** The text of an entry; throws BadArchive for one that is not there, damaged or too large. */
  async text(name: string): Promise<string> {
    const entry = this.#entries.get(name)
    if (!entry) throw new BadArchive(`has no part "${name}", so it is no workbook.`)
    if (entry.is_encrypted) throw new BadArchive('is encrypted; save it without a password.')
    const local = entry.offset
    const isLocal = local + 30 <= this.#content.length && this.#content.readUInt32LE(local) === localMark
    if (!isLocal || (entry.method !== 0 && entry.method !== 8)) throw damaged()
    const start = local + 30 + this.#content.readUInt16LE(local + 26) + this.#content.readUInt16LE(local + 28)
    const packed = this.#content.subarray(start, start + entry.packed)
    const plain = entry.method === 0 ? packed : await this.#unpack(packed)
    this.#left -= plain.length
    if (this.#left < 0) throw tooLarge()
    return plain.toString('utf8')
  }

  async #unpack(packed: Buffer): Promise<Buffer> {
    try {
      return await inflate(packed, { maxOutputLength: Math.max(1, this.#left) })
    } catch (error) {
      const { code } = error as { code?: string }
      throw code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : damaged()
    }
  }
}

const damaged = (): BadArchive => new BadArchive('is damaged.')
const tooLarge = (): BadArchive =>
  new BadArchive('is too large once it is unpacked; give fewer rows, or a CSV file.')

function entriesOf(content: Buffer): Map<string, Entry> {
  const end = endOf(content)
  const count = content.readUInt16LE(end + 10)
  let at = content.readUInt32LE(end + 16)
  if (count > mostEntries) throw damaged()
  const entries = new Map<string, Entry>()
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > content.length || content.readUInt32LE(at) !== entryMark) throw damaged()
    const nameBytes = content.readUInt16LE(at + 28)
    const name = content.toString('utf8', at + 46, at + 46 + nameBytes)
    entries.set(name, {
      offset: content.readUInt32LE(at + 42),
      packed: content.readUInt32LE(at + 20),
      method: content.readUInt16LE(at + 10),
      is_encrypted: (content.readUInt16LE(at + 8) & 1) === 1,
    })
    at += 46 + nameBytes + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32)
  }
  return entries
}

/** Where the last record stands: before a comment of at most 64 KiB. */
function endOf(content: Buffer): number {
  const first = Math.max(0, content.length - endBytes - 0xffff)
  for (let at = content.length - endBytes; at >= first; at -= 1)
    if (content.readUInt32LE(at) === endMark) return at
  throw damaged()
}
